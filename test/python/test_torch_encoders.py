# test_torch_encoders.py - transformer encoders in inference
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Where nothing is to be learned, PyTorch's layer is one operator: it is decomposed."""

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402

pytestmark = pytest.mark.peers
PADDING = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
CAUSAL = torch.ones(5, 5, dtype=torch.bool).triu(1)
MASKS = {"none": {}, "padding": {"src_key_padding_mask": PADDING},
         "causal": {"src_mask": CAUSAL},
         "both": {"src_mask": CAUSAL, "src_key_padding_mask": PADDING}}


@pytest.fixture(autouse=True)
def inference():
    with torch.no_grad():
        yield


@pytest.mark.parametrize("masks", MASKS)
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_a_layer_is_as_in_eager_mode(masks, norm_first, activation):
    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(
        8, 2, 16, activation=activation, norm_first=norm_first, batch_first=True,
        dtype=torch.float64).eval()
    for parameter in layer.parameters():  # Norms scale and shift otherwise by 1 and 0.
        parameter.add_(0.1 * torch.randn_like(parameter))
    x = torch.randn(2, 5, 8, dtype=torch.float64)
    expected = layer(x, **MASKS[masks])
    found = torch.compile(layer, backend="neo")(x, **MASKS[masks])
    torch.testing.assert_close(found, expected, rtol=1e-9, atol=1e-9)
    assert neo.torch.explain(layer, x, **MASKS[masks]).fallbacks == []
