# test_torch_partition.py - forward and backward of joint graphs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import subprocess
import sys
import textwrap

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from neo.torch.partition import merge_equal  # noqa: E402

pytestmark = pytest.mark.peers


def merged(function, *inputs, forward=99):
    """The names of the operators that are left."""
    module = make_fx(function, tracing_mode="fake")(*inputs)
    expected = function(*inputs)
    merge_equal(module.graph, forward)
    module.recompile()
    torch.testing.assert_close(module(*inputs), expected)
    return [str(n.target).split(".")[1] for n in module.graph.nodes
            if n.op == "call_function"]


def test_equal_operators_are_one():
    assert merged(lambda x: [x.sin() + x.sin().exp()], torch.ones(3)) == [
        "sin", "exp", "add"]


def test_numbers_of_other_types_and_signs_are_others():
    assert merged(lambda x: [(x * 0.0).atan2(x) + (x * -0.0).atan2(-x)],
                  torch.ones(3)).count("mul") == 2
    assert merged(lambda x: [torch.full((2,), 1) + torch.full((2,), 1.0) + x],
                  torch.ones(2)).count("full") == 2


def test_results_are_apart():
    assert merged(lambda x: [x.sin(), x.sin()], torch.ones(3)) == ["sin", "sin"]


def test_random_numbers_are_apart():
    module = make_fx(lambda x: [(torch.rand_like(x) - torch.rand_like(x)).relu()],
                     tracing_mode="fake")(torch.ones(3))
    merge_equal(module.graph, 1)
    assert sum("rand_like" in str(n.target) for n in module.graph.nodes) == 2


def test_what_the_backward_graph_needs_is_apart():
    def joint(x, dy):
        return [x.sin().exp(), dy * (x.sin() + x.sin().cos())]

    x = torch.ones(3)
    assert merged(joint, x, x, forward=1).count("sin") == 2
    assert merged(joint, x, x, forward=2).count("sin") == 1


def test_inductors_passes_are_not_imported(tmp_path):
    script = textwrap.dedent("""
        import sys, torch
        model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.SiLU())
        torch.compile(model, backend="neo")(torch.randn(5, 4)).sum().backward()
        print("torch._inductor.pattern_matcher" in sys.modules)
        """)
    assert subprocess.run([sys.executable, "-c", script], check=True,
                          capture_output=True, text=True).stdout == "False\n"
