// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

// A type without a zero is not supported by Neo, and stays.
func.func @foreign() -> (tensor<4xcomplex<f32>>, tensor<4x!llvm.ptr>) {
  %0 = tensor.empty() : tensor<4xcomplex<f32>>
  %1 = tensor.empty() : tensor<4x!llvm.ptr>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4x!llvm.ptr>
}
