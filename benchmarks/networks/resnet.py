# resnet.py - ResNet-50, written as index expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""ResNet-50 for images of 224x224 and 1000 classes, with its training loss.

Source: He et al., Deep residual learning for image recognition (CVPR 2016), table 1;
the stride of a stage stands in the 3x3 convolution, as in PyTorch's version.
"""

from functools import lru_cache
from typing import Any

import neo

#: Blocks and width of each stage.
STAGES = ((3, 64), (4, 128), (6, 256), (3, 512))

Params = dict[str, Any]

relu = neo.expr("Y[n,c,h,w] = relu(X[n,c,h,w])")
add_relu = neo.expr("Y[n,c,h,w] = relu(X[n,c,h,w] + Z[n,c,h,w])")
norm = neo.expr("""
    S[c] += X[n,c,h,w]
    M[c] = S[c] / N[]
    V[c] += (X[n,c,h,w] - M[c]) * (X[n,c,h,w] - M[c])
    R[c] = rsqrt(V[c] / N[] + 0.00001)
    Y[n,c,h,w] = (X[n,c,h,w] - M[c]) * R[c] * G[c] + B[c]
""")
average = neo.expr("S[n,c] += X[n,c,h,w]; Y[n,c] = S[n,c] / N[]")
linear = neo.expr("S[n,o] += X[n,i] * W[o,i]; Y[n,o] = S[n,o] + B[o]")
cross_entropy = neo.expr("""
    M[n] max= X[n,o]
    Z[n] += exp(X[n,o] - M[n])
    L[] += T[n,o] * (log(Z[n]) + M[n] - X[n,o])
""")


def _index(out: str, window: str, stride: int, pad: int) -> str:
    return f"{stride}*{out}+{window}-{pad}"


def _padded(tensor: str, stride: int, pad: int, size: int, outside: str) -> str:
    """A read of `tensor` at a window's position; `outside` beyond the border."""
    y, x = _index("p", "r", stride, pad), _index("q", "s", stride, pad)
    if pad == 0:
        return f"{tensor}[n,c,{y},{x}]"
    inside = " and ".join(f"{i} >= 0 and {i} < {size}" for i in (y, x))
    return f"({tensor}[n,c,{y},{x}] if {inside} else {outside})"


@lru_cache
def convolution(window: int, stride: int, size: int) -> Any:
    """NCHW, `window` squared, padded to keep the size, then strided."""
    read = _padded("X", stride, window // 2, size, "0")
    out = (size - 1) // stride + 1
    return neo.expr(f"C[n,k,p,q] += {read} * W[k,c,r,s]", p=out, q=out,
                    r=window, s=window)


@lru_cache
def pooling(size: int) -> Any:
    """The largest of 3x3, every second."""
    read = _padded("X", 2, 1, size, "-inf")
    return neo.expr(f"P[n,c,p,q] max= {read}", p=size // 2, q=size // 2, r=3, s=3)


def _layer(params: Params, name: str, x: Any, window: int, stride: int) -> Any:
    n, _, size, _ = x.shape
    x = convolution(window, stride, size)(x, params[name + ".w"])
    count = float(n * x.shape[2] * x.shape[3])
    return norm(x, count, params[name + ".gain"], params[name + ".bias"])


def _block(params: Params, name: str, x: Any, stride: int, project: bool) -> Any:
    y = relu(_layer(params, name + ".1", x, 1, 1))
    y = relu(_layer(params, name + ".2", y, 3, stride))
    y = _layer(params, name + ".3", y, 1, 1)
    shortcut = _layer(params, name + ".0", x, 1, stride) if project else x
    return add_relu(y, shortcut)


def loss(params: Params, images: Any, labels: Any) -> Any:
    """Cross entropy, summed. images: [n,3,224,224]; labels: one-hot [n,1000]."""
    x = relu(_layer(params, "stem", images, 7, 2))
    x = pooling(x.shape[2])(x)
    for stage, (blocks, _) in enumerate(STAGES):
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            x = _block(params, f"{stage}.{block}", x, stride, block == 0)
    x = average(x, float(x.shape[2] * x.shape[3]))
    return cross_entropy(linear(x, params["fc.w"], params["fc.b"]), labels)


def _layer_shapes(name: str, inner: int, outer: int, window: int
                  ) -> dict[str, tuple[int, ...]]:
    return {name + ".w": (outer, inner, window, window),
            name + ".gain": (outer,), name + ".bias": (outer,)}


def shapes() -> dict[str, tuple[int, ...]]:
    """The shapes of all parameters."""
    found = _layer_shapes("stem", 3, 64, 7)
    channels = 64
    for stage, (blocks, width) in enumerate(STAGES):
        for block in range(blocks):
            name = f"{stage}.{block}"
            found |= _layer_shapes(name + ".1", channels, width, 1)
            found |= _layer_shapes(name + ".2", width, width, 3)
            found |= _layer_shapes(name + ".3", width, 4 * width, 1)
            if block == 0:
                found |= _layer_shapes(name + ".0", channels, 4 * width, 1)
            channels = 4 * width
    return found | {"fc.w": (1000, channels), "fc.b": (1000,)}


def data(batch: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shapes of images and labels."""
    return (batch, 3, 224, 224), (batch, 1000)
