// RUN: neo-opt %s --neo-slice-operands | FileCheck %s --check-prefix=SLICE
// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector | FileCheck %s --check-prefix=SHARE

// Two steps of a loop that was unrolled read different slices, and share a
// kernel. Statements of a neo.kernel do so by its argument.

// SLICE-LABEL: func.func @f(
// SLICE:         %[[X1:.*]] = tensor.extract_slice %arg0[1, 0, 0] [1, 8, 16] [1, 1, 1]
// SLICE:         neo.compute [i: 8, j: 16] %[[X1]][i, j]
// SLICE:         %[[X2:.*]] = tensor.extract_slice %{{.*}}[2, 0, 0]
// SLICE:         neo.compute [i: 8, j: 16] %[[X2]][i, j]
// SLICE:         %[[X0:.*]] = tensor.extract_slice %{{.*}}[0, 3, 0] [1, 1, 16]
// SLICE:         neo.kernel [j: 16] (%[[IN:.*]] = %[[X0]])
// SLICE:           neo.compute [j: 16] %[[IN]][j]

// SHARE:         neo.launch @[[KERNEL:.*]](%extracted_slice)
// SHARE:         neo.launch @[[KERNEL]](%extracted_slice_0)
func.func @f(%x: tensor<4x8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>) {
  %0 = neo.compute [i: 8, j: 16] %x[1, i, j] : (tensor<4x8x16xf32>) -> tensor<8x16xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [i: 8, j: 16] %x[2, i, j] : (tensor<4x8x16xf32>) -> tensor<8x16xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %2 = neo.kernel [j: 16] (%in = %x) : (tensor<4x8x16xf32>) -> tensor<16xf32> {
    %3 = neo.compute [j: 16] %in[0, 3, j] : (tensor<4x8x16xf32>) -> tensor<16xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %3 : tensor<16xf32>
  }
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>
}
