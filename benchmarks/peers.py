# peers.py - who takes part, and how each is set up
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A peer is a module of sides/, a Python that has its library, and an environment.

Every peer's malloc keeps its memory and uses huge pages, which the fastest of them
would do by themselves; Neo runs as installed. MKL asks the function
mkl_serv_intel_cpu_true whether to use its AVX-512 kernels and answers no on other
makers' processors, so for PyTorch a preloaded library answers yes. XLA prefers half
of the vector width unless told otherwise.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cases import Case

_MALLOC = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
                             "glibc.malloc.trim_threshold=68719476736"}
_XLA = {"XLA_FLAGS": "--xla_cpu_prefer_vector_width=512", "JAX_PLATFORMS": "cpu"}
_BOTH = ("forward", "gradients")
_HAND = Path(__file__).parent / "hand"


@dataclass
class Peer:
    """`module` is what its Python must be able to import; a peer may take part in
    some families of operators alone."""

    key: str
    title: str
    side: str
    module: str
    modes: Sequence[str] = _BOTH
    environment: dict[str, str] = field(default_factory=dict)
    python: str = sys.executable
    families: Sequence[str] = ()

    def takes(self, mode: str, case: Case | None) -> bool:
        """Whether it takes part in a case; in a training step, that is None."""
        return mode in self.modes and (
            not self.families or bool(case and case.family in self.families))


class Hand(Peer):
    """Takes part where somebody has written the operator down, which nobody has for
    odd shapes."""

    def takes(self, mode: str, case: Case | None) -> bool:
        return bool(case) and case.family != "odd" and (
            _HAND / f"{case.operator.kind}_{mode}.c").exists()


NEO = Peer("neo", "Neo", "neo", "neo", (*_BOTH, "step"))
OTHERS = [
    Peer("torch", "PyTorch", "torch", "torch", (*_BOTH, "step"), _MALLOC),
    Peer("installed", "PyTorch as installed", "torch", "torch", (*_BOTH, "step")),
    Peer("compile", "torch.compile", "compiled", "torch", _BOTH, _MALLOC),
    Peer("op", "neo.torch.op", "op", "torch"),
    Peer("jax", "JAX", "jax", "jax", _BOTH, {**_MALLOC, **_XLA}),
    Peer("ort", "ONNX Runtime", "ort", "onnxruntime", ("forward",), _MALLOC),
    Peer("openvino", "OpenVINO", "openvino", "openvino", ("forward",), _MALLOC),
    Peer("iree", "IREE", "iree", "iree.compiler", _BOTH, {**_MALLOC, **_XLA},
         families=("norm", "pointwise", "reduce")),
    Hand("hand", "C by hand", "hand", "numpy", _BOTH, _MALLOC),
]
#: Who takes part unless asked otherwise: torch.compile takes minutes per family, and
#: IREE is strong on pointwise operators alone. C by hand is no peer but says how near
#: to its limit an operator gets, and neo.torch.op what PyTorch adds to Neo.
USUAL = ("torch", "jax", "ort", "openvino")

#: Who is no peer.
NO_PEERS = ("neo", "op", "hand")


class Missing(Exception):
    """Why a peer does not take part, as one sentence."""


def found(key: str, python: str, folder: Path) -> Peer:
    """The peer of that name, ready to be started; raises Missing."""
    peer = next(p for p in OTHERS if p.key == key)
    peer.python = python
    asked = subprocess.run(
        [python, "-c", "import importlib.util as u, sys; "
         f"sys.exit(not u.find_spec('{peer.module}'))"], capture_output=True)
    if asked.returncode:
        raise Missing(f"{peer.title} is left out: '{peer.module}' is not installed "
                      f"for {python}; see scripts/requirements-benchmarks.txt")
    if peer.module == "torch" and key != "installed":
        peer.environment = {**peer.environment, "LD_PRELOAD": str(_preload(folder))}
    return peer


def _preload(folder: Path) -> Path:
    source, library = folder / "preload.c", folder / "preload.so"
    source.write_text("int mkl_serv_intel_cpu_true(void);\n"
                      "int mkl_serv_intel_cpu_true(void) { return 1; }\n")
    compiler = os.environ.get("CC", "cc")
    try:
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source],
                       check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise Missing(f"PyTorch is left out: the C compiler '{compiler}' cannot "
                      "build the library that it preloads; install it or set CC"
                      ) from None
    return library
