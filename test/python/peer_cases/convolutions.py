# convolutions.py - convolutions of every kind, beside PyTorch's
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One to three dimensions; strided, dilated, padded, grouped, depthwise, transposed,
masked, shifted; on NCHW and NHWC pictures, and by way of im2col."""

import torch

from peer_cases.case import Case, padded

F = torch.nn.functional

#: Positions in the result, in the window, in the picture.
OUT, WINDOW = "pqo", "rst"
CONV = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
TRANSPOSED = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}


def convolution(dims: int, size: int, kernel: int, stride: int = 1,
                dilation: int = 1, padding: int = 0) -> Case:
    result = (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1
    out, window = OUT[:dims], WINDOW[:dims]
    positions = [(f"{stride}*{p}+{dilation}*{r}-{padding}", size)
                 for p, r in zip(out, window)]
    text = (f"C[b,k,{','.join(out)}] += {padded('A', 'b,c', positions)} "
            f"* W[k,c,{','.join(window)}]")
    return Case(
        f"convolution-{dims}d-stride{stride}-dilation{dilation}-padding{padding}",
        text, [(2, 3, *[size] * dims), (4, 3, *[kernel] * dims)],
        lambda a, w: CONV[dims](a, w, stride=stride, dilation=dilation,
                                padding=padding),
        dict.fromkeys(out, result))


def transposed(dims: int, size: int, kernel: int, stride: int, padding: int,
               extra: int = 0, dilation: int = 1) -> Case:
    """Written as the sum that it is: y = stride * x + dilation * r - padding."""
    result = ((size - 1) * stride - 2 * padding + dilation * (kernel - 1)
              + extra + 1)
    out, window = OUT[:dims], WINDOW[:dims]
    reads, guards = [], []
    for p, r in zip(out, window):
        position = f"{p}+{padding}-{dilation}*{r}"
        reads.append(f"({position})//{stride}")
        guards += [f"({position})%{stride} == 0",
                   f"0 <= ({position})//{stride} < {size}"]
    text = (f"C[b,k,{','.join(out)}] += (A[b,c,{','.join(reads)}] "
            f"if {' and '.join(guards)} else 0) * W[c,k,{','.join(window)}]")
    return Case(
        f"transposed-{dims}d-stride{stride}-padding{padding}-extra{extra}"
        f"-dilation{dilation}",
        text, [(2, 3, *[size] * dims), (3, 4, *[kernel] * dims)],
        lambda a, w: TRANSPOSED[dims](a, w, stride=stride, padding=padding,
                                      output_padding=extra, dilation=dilation),
        dict.fromkeys(out, result))


def masked(kind: str) -> Case:
    """PixelCNN: a pixel sees those above and, in its row, those to the left; a mask
    of kind B lets it see itself."""
    last = 2 if kind == "A" else 3
    mask = torch.zeros(5, 5, dtype=torch.float64)
    mask[:2], mask[2, :last] = 1, 1
    inside = "0 <= p+r-2 < 6 and 0 <= q+s-2 < 6"
    seen = f"5*r+s < {10 + last}"
    return Case(
        f"pixelcnn-mask-{kind}",
        f"C[b,k,p,q] += (A[b,c,p+r-2,q+s-2] if {inside} and {seen} else 0)"
        " * W[k,c,r,s]",
        [(2, 3, 6, 6), (4, 3, 5, 5)],
        lambda a, w: F.conv2d(a, w * mask, padding=2), {"p": 6, "q": 6})


def gated(x, w, v):
    return torch.tanh(F.conv2d(x, w)) * torch.sigmoid(F.conv2d(x, v))


def capsules(a, w):
    """C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]"""
    patches = a.unfold(2, 3, 2).unfold(3, 3, 2)
    return torch.einsum("bcpqimrs,kcrsmj->bkpqij", patches, w)


def shifted(x, k):
    """Channel c moves by the c-th of the nine steps, then a 1x1 convolution."""
    moved = torch.stack([F.pad(x[..., c], (1, 1, 1, 1))[:, c // 3:c // 3 + 5,
                                                        c % 3:c % 3 + 5]
                         for c in range(9)], -1)
    return moved @ k


CASES = [
    convolution(2, 9, 3),
    convolution(2, 9, 3, padding=1),
    convolution(2, 9, 3, stride=2, padding=1),
    convolution(2, 9, 3, stride=3, padding=2),
    convolution(2, 9, 3, dilation=2, padding=2),
    convolution(2, 9, 3, stride=2, dilation=3, padding=3),
    convolution(1, 11, 5, stride=2, padding=2),
    convolution(1, 11, 9, padding=1),
    convolution(3, 5, 3, padding=1),
    convolution(3, 7, 3, stride=2),
    transposed(1, 6, 3, 2, 1),
    transposed(2, 4, 2, 2, 0),
    transposed(2, 4, 4, 2, 1),
    transposed(2, 4, 3, 2, 1, extra=1),
    transposed(2, 4, 3, 3, 0, dilation=2),
    transposed(3, 3, 3, 2, 1),
    Case("groups", "C[b,k,p,q] += A[b,k//3*2+c,2*p+r,2*q+s] * W[k,c,r,s]",
         [(2, 4, 9, 9), (6, 2, 3, 3)],
         lambda a, w: F.conv2d(a, w, stride=2, groups=2), {"p": 4, "q": 4}),
    Case("depthwise", "C[b,c,p,q] += A[b,c,p+r,q+s] * W[c,r,s]",
         [(2, 5, 7, 7), (5, 3, 3)],
         lambda a, w: F.conv2d(a, w[:, None], groups=5), {"p": 5, "q": 5}),
    Case("depthwise-multiplier", "C[b,k,p,q] += A[b,k//3,2*p+r,2*q+s] * W[k,r,s]",
         [(2, 4, 7, 7), (12, 3, 3)],
         lambda a, w: F.conv2d(a, w[:, None], stride=2, groups=4),
         {"p": 3, "q": 3}),
    Case("bias-1d", "C[b,k,p] += A[b,c,2*p+r] * W[k,c,r] ; D[b,k,p] = C[b,k,p] + v[k]",
         [(2, 3, 11), (4, 3, 5), (4,)],
         lambda a, w, v: F.conv1d(a, w, v, stride=2), {"p": 4}),
    Case("nhwc", "C[b,p,q,k] += A[b,p+r,q+s,c] * W[r,s,c,k]",
         [(2, 6, 6, 3), (3, 3, 3, 4)],
         lambda a, w: F.conv2d(a.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1))
         .permute(0, 2, 3, 1), {"p": 4, "q": 4}),
    Case("channels-in-blocks",
         "C[b,k,p,q,l] += A[b,c,p+r,q+s,d] * W[k,c,r,s,d,l]",
         [(2, 2, 6, 6, 4), (3, 2, 3, 3, 4, 4)],
         lambda a, w: F.conv2d(a.permute(0, 1, 4, 2, 3).reshape(2, 8, 6, 6),
                               w.permute(0, 5, 1, 4, 2, 3).reshape(12, 8, 3, 3))
         .reshape(2, 3, 4, 4, 4).permute(0, 1, 3, 4, 2), {"p": 4, "q": 4}),
    Case("im2col", "P[p,q,c,r,s] = A[c,p+r,q+s] ; "
         "M[i,j] = P[i//4,i%4,j//9,j%9//3,j%3] ; C[k,i] += W[k,j] * M[i,j]",
         [(3, 6, 6), (4, 27)],
         lambda a, w: w @ F.unfold(a[None], 3)[0],
         {"p": 4, "q": 4, "r": 3, "s": 3, "i": 16, "j": 27}),
    Case("col2im", "Y[c,h,w] += (X[9*c+3*r+s,4*(h-r)+w-s] "
         "if 0 <= h-r < 4 and 0 <= w-s < 4 else 0)",
         [(18, 16)], lambda x: F.fold(x[None], (6, 6), 3)[0],
         {"c": 2, "h": 6, "w": 6, "r": 3, "s": 3}),
    masked("A"),
    masked("B"),
    Case("pixelcnn-gated", "C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]"
         " ; D[b,k,p,q] += A[b,c,p+r,q+s] * V[k,c,r,s]"
         " ; G[b,k,p,q] = tanh(C[b,k,p,q]) * sigmoid(D[b,k,p,q])",
         [(2, 3, 6, 6), (4, 3, 3, 3), (4, 3, 3, 3)], gated, {"p": 4, "q": 4}),
    Case("shift", "C[b,p,q,k] += (A[b,p+c//3-1,q+c%3-1,c] "
         "if 0 <= p+c//3-1 < 5 and 0 <= q+c%3-1 < 5 else 0) * W[c,k]",
         [(2, 5, 5, 9), (9, 4)], shifted, {"p": 5, "q": 5}),
    Case("capsules", "C[b,k,p,q,i,j] += A[b,c,2*p+r,2*q+s,i,m] * W[k,c,r,s,m,j]",
         [(2, 3, 7, 7, 2, 4), (3, 3, 3, 3, 4, 5)], capsules, {"p": 3, "q": 3}),
]
