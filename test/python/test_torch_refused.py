# test_torch_refused.py - what eager mode refuses is refused
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A program that eager mode refuses is not computed by Neo either."""

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402, F401

pytestmark = pytest.mark.peers

CASES = {
    "integers by doubles": (torch.matmul, [torch.ones(3, 4, dtype=torch.int64),
                                           torch.full((4, 2), 0.5).double()]),
    "floats by doubles": (torch.matmul, [torch.ones(3, 4), torch.ones(4, 2).double()]),
    "a linear layer": (torch.nn.functional.linear, [torch.ones(3, 4),
                                                    torch.ones(2, 4).double()]),
    "bfloat16 by floats": (torch.bmm, [torch.ones(2, 3, 4).bfloat16(),
                                       torch.ones(2, 4, 5)]),
    "a convolution": (torch.conv2d, [torch.ones(1, 2, 5, 5),
                                     torch.ones(3, 2, 3, 3).double()]),
}


@pytest.mark.parametrize("name", CASES)
def test_operands_of_several_element_types(name):
    function, operands = CASES[name]
    torch._dynamo.reset()
    with pytest.raises(RuntimeError):
        function(*operands)
    with pytest.raises(RuntimeError, match="dtype|type"):
        torch.compile(lambda *o: function(*o), backend="neo")(*operands)
