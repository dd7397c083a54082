// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @dynamic(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-remark @+1 {{'linalg.exp' is not raised: operand #0 is tensor<?x4xf32>, but a neo.compute has constant extents: give it a static shape}}
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<4xf32> {
  // expected-remark @+1 {{'tensor.cast' is not raised: operand #0 is tensor<*xf32>, but a neo.compute has constant extents}}
  %0 = tensor.cast %x : tensor<*xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @buffer(%x: memref<4xf32>) {
  // expected-remark @+1 {{'linalg.exp' is not raised: operand #0 is the buffer memref<4xf32>: run convert-linalg-to-neo before bufferization}}
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @narrow(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-remark @+1 {{'arith.addi' is not raised: operand #0 is tensor<4xi8>, but a neo.compute holds f64, f32, f16, bf16, i64, i32 or i1: convert the elements first}}
  %0 = arith.addi %x, %x : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

#sparse = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @encoded(%x: tensor<4xf32, #sparse>) -> tensor<4xf32, #sparse> {
  // expected-remark @+1 {{, and its encoding would be lost: remove the encoding}}
  %0 = math.absf %x : tensor<4xf32, #sparse>
  return %0 : tensor<4xf32, #sparse>
}

// -----

func.func @softmax(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  // expected-remark @+1 {{'linalg.softmax' is not raised: operand #0 is tensor<4x?xf32>, but a neo.compute has constant extents}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x?xf32>) outs(%x : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

func.func @softmax_of_integers(%x: tensor<4x4xi32>) -> tensor<4x4xi32> {
  // expected-remark @+1 {{'linalg.softmax' is not raised: it is a softmax of integers: convert the elements first}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x4xi32>) outs(%x : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// -----

// A type that has no zero is none of Neo's, and stays.
func.func @foreign() -> (tensor<4xcomplex<f32>>, tensor<4x!llvm.ptr>) {
  %0 = tensor.empty() : tensor<4xcomplex<f32>>
  %1 = tensor.empty() : tensor<4x!llvm.ptr>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4x!llvm.ptr>
}
