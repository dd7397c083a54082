# __init__.py - every operator of the benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""CASES by name. QUICK has a case or two of each family; ODD, shapes that nobody tuned,
are a group for themselves, which no mean counts."""

from cases import convolutions, memory, odd, products, structured
from cases.case import MODES, WEIGHTED, Case, Operator, inputs

CASES = {case.name: case for case in (
    *products.CASES, *convolutions.CASES, *structured.CASES, *memory.CASES,
    *odd.CASES)}
ODD = [case.name for case in odd.CASES]
FAMILIES = list(dict.fromkeys(case.family for name, case in CASES.items()
                              if name not in ODD))
QUICK = ("GEMM1024 GEMV1024 BMM_QK BIL1 MTTKRP1 C1 C2 C5 C6 C12 D1 D8 Y4 Y15 C1D_k1 "
         "T1D_k9b T2D_U16 C3D_4 T3D_14 GRP_Y4 DIL_14 DEP_14 CAPS BCM1 SHO1 "
         "softmax_768 layernorm_768 gelu_768 biasrelu_768 colsum_768").split()

__all__ = ["CASES", "FAMILIES", "MODES", "ODD", "QUICK", "WEIGHTED", "Case", "Operator",
           "inputs"]
