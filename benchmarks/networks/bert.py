# bert.py - a BERT encoder, written as index expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The encoder of BERT-base, with a summed square as its training loss.

Source: Devlin et al., BERT (NAACL 2019): 12 layers of width 768, 12 heads, 3072 hidden
units, 512 positions; layer norm after each half, GELU by the error function.
"""

from typing import Any

import neo

LAYERS, WIDTH, HEADS, HIDDEN, POSITIONS = 12, 768, 12, 3072, 512

Params = dict[str, Any]

linear = neo.expr("S[n,t,o] += X[n,t,i] * W[o,i]; Y[n,t,o] = S[n,t,o] + B[o]")
attention = neo.expr(f"""
    D[n,h,t,u] += Q[n,t,{WIDTH // HEADS}*h+i] * K[n,u,{WIDTH // HEADS}*h+i]
    E[n,h,t,u] = D[n,h,t,u] * {(WIDTH // HEADS) ** -0.5}
    M[n,h,t] max= E[n,h,t,u]
    P[n,h,t,u] = exp(E[n,h,t,u] - M[n,h,t])
    Z[n,h,t] += P[n,h,t,u]
    A[n,h,t,u] = P[n,h,t,u] / Z[n,h,t]
    Y[n,t,c] += A[n,c//{WIDTH // HEADS},t,u] * V[n,u,c]
""", h=HEADS, i=WIDTH // HEADS)
gelu = neo.expr("Y[n,t,o] = 0.5 * X[n,t,o] * (1 + erf(X[n,t,o] * 0.7071067811865476))")
add_norm = neo.expr(f"""
    X[n,t,c] = Y[n,t,c] + R[n,t,c]
    S[n,t] += X[n,t,c]
    M[n,t] = S[n,t] / {WIDTH}
    V[n,t] += (X[n,t,c] - M[n,t]) * (X[n,t,c] - M[n,t])
    I[n,t] = rsqrt(V[n,t] / {WIDTH} + 0.000000000001)
    O[n,t,c] = (X[n,t,c] - M[n,t]) * I[n,t] * G[c] + B[c]
""")
square = neo.expr("L[] += 0.5 * X[n,t,c] * X[n,t,c]")


def _linear(params: Params, name: str, x: Any) -> Any:
    return linear(x, params[name + ".w"], params[name + ".b"])


def _layer(params: Params, name: str, x: Any) -> Any:
    q, k, v = (_linear(params, f"{name}.{part}", x) for part in "qkv")
    y = _linear(params, name + ".out", attention(q, k, v))
    x = add_norm(y, x, params[name + ".norm1.gain"], params[name + ".norm1.bias"])
    y = _linear(params, name + ".up", x)
    y = _linear(params, name + ".down", gelu(y))
    return add_norm(y, x, params[name + ".norm2.gain"], params[name + ".norm2.bias"])


def loss(params: Params, x: Any) -> Any:
    """Half the summed square of the last layer. x: embeddings [n,512,768]."""
    for layer in range(LAYERS):
        x = _layer(params, str(layer), x)
    return square(x)


def shapes() -> dict[str, tuple[int, ...]]:
    """The shapes of all parameters."""
    found: dict[str, tuple[int, ...]] = {}
    for layer in range(LAYERS):
        sizes = dict.fromkeys(("q", "k", "v", "out"), (WIDTH, WIDTH))
        sizes |= {"up": (HIDDEN, WIDTH), "down": (WIDTH, HIDDEN)}
        for part, (outer, inner) in sizes.items():
            found |= {f"{layer}.{part}.w": (outer, inner),
                      f"{layer}.{part}.b": (outer,)}
        for half in ("norm1", "norm2"):
            found |= {f"{layer}.{half}.gain": (WIDTH,),
                      f"{layer}.{half}.bias": (WIDTH,)}
    return found


def data(batch: int) -> tuple[tuple[int, ...], ...]:
    """The shape of the embeddings."""
    return ((batch, POSITIONS, WIDTH),)
