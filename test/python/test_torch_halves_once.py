# test_torch_halves_once.py - functions of several steps in half precision
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What PyTorch computes in f32 and rounds once: values whose steps leave the range of
float16, and those that a rounding in between would change."""

import pytest

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.peers
F = torch.nn.functional


def full(value, *shape):
    return torch.full(shape, value).half()


def varied(dtype, scale, mean):
    torch.manual_seed(0)
    return (scale * torch.randn(512, 3) + mean).to(dtype)


CASES = {
    "std": (lambda x: x.std(0), varied(torch.float16, 300, 0)),
    "var far from zero": (lambda x: x.var(0), varied(torch.float16, 2, 1500)),
    "var of bfloat16": (lambda x: torch.var_mean(x, 0)[0], varied(torch.bfloat16, 2, 200)),
    "average of windows": (lambda x: F.avg_pool2d(x, 3), full(20000., 2, 4, 8, 8)),
    "average of lines": (lambda x: F.avg_pool1d(x, 4), full(20000., 4, 8, 8)),
    "adaptive average": (lambda x: F.adaptive_avg_pool2d(x, 3), full(20000., 4, 8, 8)),
    "area": (lambda x: F.interpolate(x, size=(3, 4), mode="area"),
             full(20000., 1, 4, 8, 8)),
    "scaled sum": (lambda x: torch.add(x, x, alpha=-3), full(25000., 64)),
    "scaled difference": (lambda x: torch.sub(x, x, alpha=3), full(25000., 64)),
    "scaled product": (lambda x: torch.addmm(x * 10, x, x, alpha=0.1), full(200., 8, 8)),
    "what rounding takes": (lambda x: torch.addmm(-(x @ x), x, x),
                            varied(torch.float16, 60, 0).ravel()[:64].view(8, 8).round()),
    "decimals": (lambda x: x.round(decimals=2), torch.tensor([1498., 2.7112]).half()),
    "decimals of bfloat16": (lambda x: x.round(decimals=2),
                             torch.tensor([2.83, 2.7112]).bfloat16())}


@pytest.mark.parametrize("name", CASES)
def test_values(name):
    function, x = CASES[name]
    torch._dynamo.reset()
    wanted = function(x)
    assert wanted.isfinite().all()
    found = torch.compile(function, backend="neo", fullgraph=True)(x)
    torch.testing.assert_close(found, wanted, rtol=torch.finfo(x.dtype).eps, atol=0)


@pytest.mark.parametrize("name", ["std", "average of windows", "adaptive average"])
def test_gradients(name):
    function, x = CASES[name]
    found = []
    for called in (function, torch.compile(function, backend="neo")):
        torch._dynamo.reset()
        leaf = x.clone().requires_grad_()
        called(leaf).sum().backward()
        found.append(leaf.grad)
    torch.testing.assert_close(found[1], found[0], rtol=2e-3, atol=2e-6)


def test_variance_of_one_sample():
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x * 2).var(0), backend="neo")
    assert compiled(torch.ones(1, 3)).isnan().all()
