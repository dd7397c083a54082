// A dense layer as another compiler writes it: relu(x * w + b), linalg on
// tensors. docs/Embedding.md gives it a gradient.
func.func @layer(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %b: tensor<4xf32>)
    -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %bias = linalg.broadcast ins(%b : tensor<4xf32>) outs(%empty : tensor<8x4xf32>)
            dimensions = [0]
  %sum = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>)
                       outs(%bias : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.max ins(%sum, %zero : tensor<8x4xf32>, tensor<8x4xf32>)
                  outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
