// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

func.func @buffer(%x: memref<4xf32>) {
  // expected-remark @+1 {{'linalg.exp' is not raised: operand #0 is the buffer memref<4xf32>: run convert-linalg-to-neo before bufferization}}
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
