# further.py - networks of torchvision and transformers beside the zoo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Architectures that zoo.py leaves out, with random weights and few layers.

    PYTHONPATH=build/python .venv/bin/python test/torch/models.py --further
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from small import SMALL
from torch import nn
from zoo import Made, tokens, vision

Inputs = Callable[[], tuple[Any, ...]]


class Chosen(nn.Module):
    """One result of a network that gives several by name."""

    def __init__(self, model: nn.Module, name: str, *, names: tuple[str, ...] = (),
                 **options: Any):
        super().__init__()
        self.model, self.name = model, name
        self.names, self.options = names, options

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        given = inputs[:len(inputs) - len(self.names)]
        named = dict(zip(self.names, inputs[len(given):]))
        return self.model(*given, **named, **self.options)[self.name]


def segmentation(name: str) -> Callable[[], Made]:
    def make() -> Made:
        import torchvision.models.segmentation as models
        model = getattr(models, name)(weights=None, weights_backbone=None, num_classes=5)
        return Chosen(model, "out"), (torch.randn(2, 3, 64, 64),)

    return make


def video(name: str) -> Callable[[], Made]:
    def make() -> Made:
        import torchvision.models.video as models
        model = getattr(models, name)(weights=None, num_classes=5)
        return model, (torch.randn(1, 3, 8, 48, 48),)

    return make


def maxvit() -> Made:
    from torchvision.models.maxvit import MaxVit
    model = MaxVit(input_size=(64, 64), stem_channels=16, partition_size=2,
                   block_channels=[16, 32], block_layers=[1, 1], head_dim=8,
                   stochastic_depth_prob=0.0, num_classes=10)
    return model, (torch.randn(2, 3, 64, 64),)


def transformer(name: str, head: str, inputs: Inputs, result: str = "logits",
                names: tuple[str, ...] = (), cached: bool = False, **options: Any
                ) -> Callable[[], Made]:
    """A network of transformers: `name` of its configuration, `head` of its model."""
    def make() -> Made:
        import transformers
        config = getattr(transformers, f"{name}Config")(**options)
        model = getattr(transformers, f"{name}{head}")(config)
        use = {"use_cache": False} if cached else {}
        return Chosen(model, result, names=names, **use), inputs()

    return make


def pictures(size: int = 32) -> Inputs:
    return lambda: (torch.randn(2, 3, size, size),)


_SIZES = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
              intermediate_size=64)
_WORDS = dict(vocab_size=64, **_SIZES)
_CAUSAL = dict(num_key_value_heads=2, head_dim=8, pad_token_id=0, bos_token_id=1,
               eos_token_id=2, **_WORDS)
_PICTURES = dict(image_size=32, patch_size=8, **_SIZES)
_TWO = dict(vocab_size=64, d_model=32, encoder_layers=1, decoder_layers=1,
            encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
            decoder_ffn_dim=64)


def encoder(name: str, **options: Any) -> Callable[[], Made]:
    return transformer(name, "ForMaskedLM", lambda: (tokens(),), **options)


def causal(name: str, head: str = "ForCausalLM", **options: Any) -> Callable[[], Made]:
    return transformer(name, head, lambda: (tokens(),), cached=True, **options)


def classifier(name: str, size: int = 32, **options: Any) -> Callable[[], Made]:
    return transformer(name, "ForImageClassification", pictures(size), **options)


VISION = {name: vision(name) for name in (
    "alexnet", "mnasnet0_5", "vgg11_bn", "resnext50_32x4d", "regnet_x_400mf",
    "efficientnet_v2_s", "swin_v2_t", "wide_resnet50_2", "mobilenet_v3_large",
    "shufflenet_v2_x1_0", "squeezenet1_0")} | {
    "googlenet": vision("googlenet", aux_logits=False, init_weights=False),
    "maxvit": maxvit} | {
    name: segmentation(name) for name in (
        "lraspp_mobilenet_v3_large", "deeplabv3_mobilenet_v3_large", "fcn_resnet50")} | {
    name: video(name) for name in ("r3d_18", "mc3_18", "r2plus1d_18")}

ENCODERS = {
    "RoBERTa": encoder("Roberta", max_position_embeddings=64, **_WORDS),
    "DistilBERT": encoder("DistilBert", vocab_size=64, dim=32, n_layers=2, n_heads=4,
                          hidden_dim=64),
    "ALBERT": encoder("Albert", embedding_size=16, **_WORDS),
    "ELECTRA": encoder("Electra", embedding_size=16, **_WORDS),
    "SqueezeBERT": encoder("SqueezeBert", embedding_size=32, **_WORDS),
    "ConvBERT": encoder("ConvBert", embedding_size=16, **_WORDS),
    "FNet": encoder("FNet", vocab_size=64, hidden_size=32, num_hidden_layers=2,
                    intermediate_size=64),
    "DeBERTa v2": encoder("DebertaV2", relative_attention=True,
                          pos_att_type=["c2p", "p2c"], max_position_embeddings=32,
                          **_WORDS),
    "MPNet": encoder("MPNet", **_WORDS),
    "Longformer": encoder("Longformer", attention_window=4, max_position_embeddings=64,
                          **_WORDS),
    "Funnel": encoder("Funnel", vocab_size=64, block_sizes=[1, 1], num_decoder_layers=1,
                      d_model=32, n_head=4, d_head=8, d_inner=64)}

DECODERS = {
    name: causal(name, **_CAUSAL) for name in (
        "Mistral", "Qwen2", "Qwen3", "Gemma", "Gemma2", "Phi", "Phi3", "StableLm",
        "Olmo", "Granite", "Starcoder2", "Cohere", "Nemotron")} | {
    "OPT": causal("OPT", vocab_size=64, hidden_size=32, num_hidden_layers=2,
                  num_attention_heads=4, ffn_dim=64, word_embed_proj_dim=32,
                  max_position_embeddings=64),
    "GPT-NeoX": causal("GPTNeoX", **_WORDS),
    "GPT-J": causal("GPTJ", vocab_size=64, n_embd=32, n_layer=2, n_head=4, rotary_dim=4,
                    n_positions=64),
    "BLOOM": causal("Bloom", vocab_size=64, hidden_size=32, n_layer=2, n_head=4),
    "Falcon": causal("Falcon", vocab_size=64, hidden_size=32, num_hidden_layers=2,
                     num_attention_heads=4),
    "Mamba": causal("Mamba", vocab_size=64, hidden_size=32, num_hidden_layers=1,
                    state_size=4),
    "Mamba 2": causal("Mamba2", vocab_size=64, hidden_size=32, num_hidden_layers=1,
                      state_size=4, num_heads=8, head_dim=8, n_groups=2, chunk_size=4),
    "BART": transformer("Bart", "ForConditionalGeneration",
                        lambda: (tokens(), tokens(length=8)), cached=True,
                        names=("decoder_input_ids",), max_position_embeddings=64, **_TWO)}

PICTURES = {
    "BEiT": classifier("Beit", **_PICTURES), "DeiT": classifier("DeiT", **_PICTURES),
    "DINOv2": classifier("Dinov2", mlp_ratio=2, **_PICTURES),
    "ConvNeXt v2": classifier("ConvNextV2", 64, hidden_sizes=[8, 16, 32, 32],
                              depths=[1, 1, 1, 1]),
    "PoolFormer": classifier("PoolFormer", 64, hidden_sizes=[8, 16, 16, 32],
                             depths=[1, 1, 1, 1]),
    "MobileViT": classifier("MobileViT", 64, image_size=64, hidden_sizes=[16, 24, 32],
                            neck_hidden_sizes=[8, 8, 16, 16, 24, 32, 32]),
    "LeViT": classifier("Levit", 64, image_size=64, hidden_sizes=[16, 32, 48],
                        num_attention_heads=[2, 2, 2], depths=[1, 1, 1],
                        key_dim=[8, 8, 8]),
    "Swin v2": classifier("Swinv2", image_size=32, patch_size=4, embed_dim=16,
                          depths=[2, 2], num_heads=[2, 4], window_size=4),
    "SegFormer": transformer(
        "Segformer", "ForSemanticSegmentation", pictures(64), hidden_sizes=[8, 16],
        depths=[1, 1], num_encoder_blocks=2, sr_ratios=[2, 1], patch_sizes=[7, 3],
        strides=[4, 2], num_attention_heads=[1, 2], mlp_ratios=[2, 2],
        decoder_hidden_size=16),
    "wav2vec 2": transformer(
        "Wav2Vec2", "ForCTC", lambda: (torch.randn(2, 800),), vocab_size=32,
        conv_dim=(16, 16, 16), conv_stride=(5, 2, 2), conv_kernel=(10, 3, 3),
        num_conv_pos_embeddings=16, num_conv_pos_embedding_groups=4, layerdrop=0.0,
        mask_time_prob=0.0, **_SIZES)}

FURTHER: dict[str, Callable[[], Made]] = {
    **VISION, **ENCODERS, **DECODERS, **PICTURES, **SMALL}
