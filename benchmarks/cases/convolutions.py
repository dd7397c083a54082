# convolutions.py - the shapes of convolutions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""TVM's and YOLO's layers as numbered in the papers; FlexTensor's families."""

from cases.case import Case
from cases.windows import convolution, depthwise, transposed

# channels, outputs, size, kernel, stride; half of the kernel is padding.
_TVM = [
    (3, 64, 224, 7, 2), (64, 64, 56, 3, 1), (64, 64, 56, 1, 1), (64, 128, 56, 3, 2),
    (64, 128, 56, 1, 2), (128, 128, 28, 3, 1), (128, 256, 28, 3, 2),
    (128, 256, 28, 1, 2), (256, 256, 14, 3, 1), (256, 512, 14, 3, 2),
    (256, 512, 14, 1, 2), (512, 512, 7, 3, 1)]
_YOLO = [
    (3, 64, 448, 7, 2), (64, 192, 112, 3, 1), (192, 128, 56, 1, 1),
    (128, 256, 56, 3, 1), (256, 256, 56, 1, 1), (256, 512, 56, 3, 1),
    (512, 256, 28, 1, 1), (256, 512, 28, 3, 1), (512, 512, 28, 1, 1),
    (512, 1024, 28, 3, 1), (1024, 512, 14, 1, 1), (512, 1024, 14, 3, 1),
    (1024, 1024, 14, 3, 1), (1024, 1024, 14, 3, 2), (1024, 1024, 7, 3, 1)]
# channels, size, stride
_DEPTHWISE = [
    (32, 112, 1), (64, 112, 2), (128, 56, 1), (128, 56, 2), (256, 28, 1),
    (256, 28, 2), (512, 14, 1), (512, 14, 2), (1024, 7, 1)]


def _layer(row: tuple[int, ...]) -> dict[str, int]:
    names = ("channels", "outputs", "size", "kernel", "stride")
    return dict(zip(names, row), padding=row[3] // 2)


def _line(channels: int, outputs: int, length: int, kernel: int) -> dict[str, int]:
    return dict(channels=channels, outputs=outputs, length=length, size=0,
                kernel=kernel, padding=int(kernel > 1), dimensions=1)


def _volume(channels: int, outputs: int, depth: int, size: int) -> dict[str, int]:
    return dict(channels=channels, outputs=outputs, depth=depth, size=size,
                padding=1, dimensions=3)


def _picture(channels: int, outputs: int, size: int, **more: int) -> dict[str, int]:
    return dict(channels=channels, outputs=outputs, size=size, **more)


CASES = [
    *(Case(f"C{n}", "TVM-C", convolution, _layer(row))
      for n, row in enumerate(_TVM, 1)),
    *(Case(f"D{n}", "TVM-D", depthwise, dict(channels=c, size=size, stride=stride))
      for n, (c, size, stride) in enumerate(_DEPTHWISE, 1)),
    *(Case(f"Y{n}", "YOLO", convolution, _layer(row))
      for n, row in enumerate(_YOLO, 1)),
    Case("C1D_k9", "C1D", convolution, _line(128, 256, 3136, 9)),
    Case("C1D_k1", "C1D", convolution, _line(512, 256, 784, 1)),
    Case("T1D_k9a", "T1D", transposed, _line(128, 256, 3136, 9)),
    Case("T1D_k9b", "T1D", transposed, _line(256, 512, 784, 9)),
    Case("T2D_Y4", "T2D", transposed, _picture(128, 256, 56, padding=1)),
    Case("T2D_U16", "T2D", transposed,
         _picture(1024, 256, 16, kernel=4, stride=2, padding=1)),
    Case("C3D_28", "C3D", convolution, _volume(64, 192, 16, 28)),
    Case("C3D_4", "C3D", convolution, _volume(256, 512, 4, 14)),
    Case("T3D_28", "T3D", transposed, _volume(128, 256, 4, 28)),
    Case("T3D_14", "T3D", transposed, _volume(256, 512, 4, 14)),
    Case("GRP_Y4", "GRP", convolution, _picture(128, 256, 56, padding=1, groups=4)),
    Case("GRP_Y13", "GRP", convolution,
         _picture(1024, 1024, 14, padding=1, groups=4)),
    Case("DIL_28", "DIL", convolution,
         _picture(256, 512, 28, padding=1, dilation=2)),
    Case("DIL_14", "DIL", convolution,
         _picture(512, 1024, 14, padding=1, dilation=2)),
    Case("DEP_112", "DEP", depthwise, dict(channels=32, size=112)),
    Case("DEP_14", "DEP", depthwise, dict(channels=64, size=14, multiplier=6)),
]
