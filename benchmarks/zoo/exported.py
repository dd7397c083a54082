# exported.py - modules of PyTorch through its exporter
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""ResNet-18 and MobileNet v2 of torchvision, small BERT and GPT-2 of transformers, an
LSTM: weights as PyTorch draws them, from a seed."""

from __future__ import annotations

import io
import warnings
from typing import Any

from zoo import Made


def export(module: Any, arguments: tuple[Any, ...], names: list[str]) -> Made:
    """The model of a module, and the arguments by name."""
    import onnx
    import torch
    file = io.BytesIO()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(module.eval(), arguments, input_names=names,
                                    dynamo=True, verbose=False)
        program.save(file)
    return onnx.load_from_string(file.getvalue()), {
        n: a.numpy() for n, a in zip(names, arguments)}


def _seeded() -> Any:
    import torch
    torch.manual_seed(0)
    return torch


def resnet18() -> Made:
    torch = _seeded()
    from torchvision.models import resnet18 as network
    return export(network(), (torch.randn(1, 3, 224, 224),), ["images"])


def mobilenet() -> Made:
    torch = _seeded()
    from torchvision.models import mobilenet_v2
    return export(mobilenet_v2(), (torch.randn(1, 3, 224, 224),), ["images"])


def bert() -> Made:
    torch = _seeded()
    from transformers import BertConfig, BertModel
    network = BertModel(BertConfig(hidden_size=128, num_hidden_layers=2,
                                   num_attention_heads=2, intermediate_size=512))
    tokens = torch.randint(0, 1000, (2, 64))
    return export(_First(torch, network), (tokens,), ["tokens"])


def gpt2() -> Made:
    torch = _seeded()
    from transformers import GPT2Config, GPT2LMHeadModel
    network = GPT2LMHeadModel(GPT2Config(n_embd=128, n_layer=2, n_head=2,
                                         vocab_size=1000))
    tokens = torch.randint(0, 1000, (2, 64))
    return export(_First(torch, network), (tokens,), ["tokens"])


def _First(torch: Any, network: Any) -> Any:
    """A module that gives the first of a network's outputs, and keeps no cache."""
    class First(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, tokens: Any) -> Any:
            return self.network(tokens, use_cache=False, return_dict=False)[0] \
                if hasattr(network.config, "n_embd") else \
                self.network(tokens, return_dict=False)[0]

    return First()


def lstm() -> Made:
    torch = _seeded()

    class Tagger(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.lstm = torch.nn.LSTM(32, 64, batch_first=True, bidirectional=True)
            self.out = torch.nn.Linear(128, 10)

        def forward(self, x: Any) -> Any:
            return self.out(self.lstm(x)[0])

    return export(Tagger(), (torch.randn(4, 50, 32),), ["x"])


def small_cnn() -> Made:
    """The one that `quantised` starts from."""
    torch = _seeded()
    nn = torch.nn
    module = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(64, 64, 3, padding=1), nn.ReLU(), nn.Flatten(),
        nn.Linear(64 * 64, 10))
    return export(module, (torch.randn(4, 3, 32, 32),), ["images"])


MODELS = {"torch resnet18": resnet18, "torch mobilenet_v2": mobilenet,
          "torch bert": bert, "torch gpt2": gpt2, "torch lstm": lstm,
          "torch cnn": small_cnn}
