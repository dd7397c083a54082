# zoo.py - the networks that models.py compares
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Networks with random weights, and small inputs for them.

Those of torchvision and transformers are as they come, with few layers where a
configuration says how many; the others are written here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

Made = tuple[nn.Module, tuple[Any, ...]]


def vision(name: str, size: int = 64, **options: Any) -> Callable[[], Made]:
    def make() -> Made:
        import torchvision.models as models
        model = getattr(models, name)(weights=None, num_classes=10, **options)
        return model, (torch.randn(2, 3, size, size),)

    return make


class Logits(nn.Module):
    """A language model of transformers, giving logits alone."""

    def __init__(self, model: nn.Module, **options: Any):
        super().__init__()
        self.model, self.options = model, options

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        return self.model(*inputs, **self.options).logits


def tokens(rows: int = 2, length: int = 16, words: int = 64) -> torch.Tensor:
    return torch.randint(0, words, (rows, length))


def bert() -> Made:
    from transformers import BertConfig, BertForMaskedLM
    config = BertConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2,
                        num_attention_heads=4, intermediate_size=64)
    return Logits(BertForMaskedLM(config)), (tokens(),)


def gpt2() -> Made:
    from transformers import GPT2Config, GPT2LMHeadModel
    config = GPT2Config(vocab_size=64, n_positions=32, n_embd=32, n_layer=2, n_head=4)
    return Logits(GPT2LMHeadModel(config), use_cache=False), (tokens(),)


def llama() -> Made:
    from transformers import LlamaConfig, LlamaForCausalLM
    config = LlamaConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2,
                         num_attention_heads=4, num_key_value_heads=2,
                         intermediate_size=64)
    return Logits(LlamaForCausalLM(config), use_cache=False), (tokens(),)


def t5() -> Made:
    from transformers import T5Config, T5ForConditionalGeneration
    config = T5Config(vocab_size=64, d_model=32, d_kv=8, d_ff=64, num_layers=2,
                      num_heads=4, decoder_start_token_id=0)

    class Model(Logits):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return self.model(input_ids=x, decoder_input_ids=y, use_cache=False).logits

    return Model(T5ForConditionalGeneration(config)), (tokens(), tokens(length=8))


class Mixer(nn.Module):
    """MLP-Mixer: patches, then networks over places and over channels."""

    class Layer(nn.Module):
        def __init__(self, places: int, channels: int):
            super().__init__()
            self.one, self.two = nn.LayerNorm(channels), nn.LayerNorm(channels)
            self.places = nn.Sequential(nn.Linear(places, 2 * places), nn.GELU(),
                                        nn.Linear(2 * places, places))
            self.channels = nn.Sequential(nn.Linear(channels, 2 * channels), nn.GELU(),
                                          nn.Linear(2 * channels, channels))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = x + self.places(self.one(x).transpose(1, 2)).transpose(1, 2)
            return x + self.channels(self.two(x))

    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, 32, 8, 8)
        self.layers = nn.Sequential(*(self.Layer(16, 32) for _ in range(3)))
        self.head = nn.Sequential(nn.LayerNorm(32), nn.Linear(32, 10))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.patches(x).flatten(2).transpose(1, 2)
        return self.head(self.layers(x)).mean(1)


class WaveNet(nn.Module):
    """Dilated causal convolutions with gates and skips."""

    def __init__(self, channels: int = 16, depth: int = 5):
        super().__init__()
        self.first = nn.Conv1d(1, channels, 1)
        self.gates = nn.ModuleList(nn.Conv1d(channels, 2 * channels, 2, dilation=2 ** n)
                                   for n in range(depth))
        self.skips = nn.ModuleList(nn.Conv1d(channels, channels, 1)
                                   for _ in range(depth))
        self.last = nn.Conv1d(channels, 32, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.first(x)
        total: Any = 0
        for gate, skip in zip(self.gates, self.skips):
            before = nn.functional.pad(x, (gate.dilation[0], 0))
            a, b = gate(before).chunk(2, 1)
            out = skip(torch.tanh(a) * torch.sigmoid(b))
            x, total = x + out, total + out
        return self.last(torch.relu(total))


class LanguageModel(nn.Module):
    """An LSTM over embedded words."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(64, 16)
        self.lstm = nn.LSTM(16, 24, 2)
        self.head = nn.Linear(24, 64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.lstm(self.words(x))[0])


class GAN(nn.Module):
    """DCGAN's generator, and its discriminator behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.generator = nn.Sequential(
            nn.ConvTranspose2d(16, 32, 4, 1, 0, bias=False), nn.BatchNorm2d(32),
            nn.ReLU(True), nn.ConvTranspose2d(32, 16, 4, 2, 1, bias=False),
            nn.BatchNorm2d(16), nn.ReLU(True),
            nn.ConvTranspose2d(16, 3, 4, 2, 1, bias=False), nn.Tanh())
        self.discriminator = nn.Sequential(
            nn.Conv2d(3, 16, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, True),
            nn.Conv2d(16, 32, 4, 2, 1, bias=False), nn.BatchNorm2d(32),
            nn.LeakyReLU(0.2, True), nn.Conv2d(32, 1, 4, bias=False), nn.Sigmoid())

    def forward(self, z: torch.Tensor) -> torch.Tensor:
        return self.discriminator(self.generator(z))


MODELS: dict[str, Callable[[], Made]] = {
    "perceptron": lambda: (_perceptron(), (torch.randn(4, 12),)),
    "MLP-Mixer": lambda: (Mixer(), (torch.randn(2, 3, 32, 32),)),
    "WaveNet": lambda: (WaveNet(), (torch.randn(2, 1, 64),)),
    "DCGAN": lambda: (GAN(), (torch.randn(2, 16, 1, 1),)),
    "LSTM": lambda: (LanguageModel(), (tokens(8, 2),)),
    "BERT": bert, "GPT-2": gpt2, "Llama": llama, "T5": t5,
    "ResNet-18": vision("resnet18"), "SqueezeNet": vision("squeezenet1_1"),
    "VGG": vision("vgg11", 32), "MobileNet v2": vision("mobilenet_v2"),
    "MobileNet v3": vision("mobilenet_v3_small"),
    "ShuffleNet": vision("shufflenet_v2_x0_5"), "RegNet": vision("regnet_y_400mf"),
    "ViT": lambda: _vit(), "ResNet-50": vision("resnet50"),
    "EfficientNet": vision("efficientnet_b0"), "ConvNeXt": vision("convnext_tiny"),
    "Swin": vision("swin_t"), "DenseNet": vision("densenet121"),
    "Inception v3": vision("inception_v3", 80, aux_logits=False, init_weights=False),
    "ViT of transformers": lambda: _vit_of_transformers(),
}


def _vit() -> Made:
    from torchvision.models.vision_transformer import VisionTransformer
    model = VisionTransformer(image_size=32, patch_size=8, num_layers=3, num_heads=4,
                              hidden_dim=32, mlp_dim=64, num_classes=10)
    nn.init.normal_(model.heads[-1].weight)  # Zeros would hide what is wrong.
    return model, (torch.randn(2, 3, 32, 32),)


def _vit_of_transformers() -> Made:
    from transformers import ViTConfig, ViTForImageClassification
    config = ViTConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                       intermediate_size=64, image_size=32, patch_size=8)
    return Logits(ViTForImageClassification(config)), (torch.randn(2, 3, 32, 32),)


def _perceptron() -> nn.Module:
    return nn.Sequential(nn.Linear(12, 32), nn.SELU(), nn.Linear(32, 32), nn.Mish(),
                         nn.Linear(32, 4), nn.LogSoftmax(-1))
