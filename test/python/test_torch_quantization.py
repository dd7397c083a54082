# test_torch_quantization.py - fake quantisation, as training for integers has it
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

import neo.torch  # noqa: E402

pytestmark = pytest.mark.peers

SCALES = torch.linspace(0.011, 0.1, 37)
ZEROS = (torch.arange(37) % 9 - 4).int()
aten = torch.ops.aten


def switched(x, on):
    return aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
        x, SCALES[:1], ZEROS[:1], torch.tensor([on]), -20, 50)[0]


WAYS = {
    "numbers": lambda x: torch.fake_quantize_per_tensor_affine(x, 0.037, 3, -20, 50),
    "tensors": lambda x: torch.fake_quantize_per_tensor_affine(
        x, SCALES[5], ZEROS[5], -128, 127),
    "channels": lambda x: torch.fake_quantize_per_channel_affine(
        x, SCALES, ZEROS, 1, -20, 50),
    "float zeros": lambda x: torch.fake_quantize_per_channel_affine(
        x, SCALES, ZEROS + 0.5, 1, -20, 50),
    "on": lambda x: switched(x, 1),
    "off": lambda x: switched(x, 0),
}


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(4)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16,
                                   torch.bfloat16], ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_values_and_gradients_are_those_of_eager_mode(way, dtype):
    x = (torch.randn(6, 37, 5) * 4).to(dtype)
    cotangent = torch.randn(6, 37, 5).to(dtype)
    found = []
    for function in (WAYS[way], torch.compile(WAYS[way], backend="neo")):
        given = x.clone().requires_grad_()
        y = function(given)
        y.backward(cotangent)
        found.append((y.detach(), given.grad))
    torch.testing.assert_close(found[1], found[0], rtol=0, atol=0)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_to_pytorch(way):
    assert not neo.torch.explain(WAYS[way], torch.randn(6, 37, 5)).fallbacks


class Quantized(torch.nn.Linear):
    """A linear layer of 4-bit weights, a scale for each row, and 8-bit activations."""

    def forward(self, x):
        scales = self.weight.detach().abs().amax(dim=1) / 7
        zeros = torch.zeros_like(scales, dtype=torch.int32)
        weight = torch.fake_quantize_per_channel_affine(
            self.weight, scales, zeros, 0, -8, 7)
        x = torch.fake_quantize_per_tensor_affine(x, 0.05, 0, -128, 127)
        return torch.nn.functional.linear(x, weight, self.bias)


def test_a_network_trains_as_in_eager_mode():
    model = torch.nn.Sequential(Quantized(20, 33), torch.nn.ReLU(), Quantized(33, 5))
    x = torch.randn(16, 20)
    losses = []
    for step in (model, torch.compile(model, backend="neo")):
        state = {name: value.clone() for name, value in model.state_dict().items()}
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(5):
            optimizer.zero_grad()
            loss = step(x).square().mean()
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
        model.load_state_dict(state)
    assert losses[1] == pytest.approx(losses[0], rel=1e-5)
