// RUN: neo-opt --neo-selected-sums %s | FileCheck %s

// Not where the element is asked elsewhere, where a term is not 0 beside the comparison,
// or where there are few elements to compare with.

// CHECK-NOT: neo.scatter_add
func.func @weighted(%d: tensor<10000xi64>, %w: tensor<100xf32>) -> tensor<100xf32> {
  %0 = neo.compute [n: 100] sum [e: 10000] %d[e], %w[n]
     : (tensor<10000xi64>, tensor<100xf32>) -> tensor<100xf32> {
  ^bb0(%a: i64, %b: f32):
    %zero = arith.constant 0.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i64
    %q = arith.cmpi eq, %a, %m : i64
    %s = arith.select %q, %b, %zero : f32
    neo.yield %s : f32
  }
  return %0 : tensor<100xf32>
}

func.func @beside(%d: tensor<10000xi64>, %x: tensor<10000xf32>) -> tensor<100xf32> {
  %0 = neo.compute [n: 100] sum [e: 10000] %d[e], %x[e]
     : (tensor<10000xi64>, tensor<10000xf32>) -> tensor<100xf32> {
  ^bb0(%a: i64, %b: f32):
    %one = arith.constant 1.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i64
    %q = arith.cmpi eq, %a, %m : i64
    %s = arith.select %q, %b, %one : f32
    neo.yield %s : f32
  }
  return %0 : tensor<100xf32>
}

func.func @few(%d: tensor<40xi64>, %x: tensor<40xf32>) -> tensor<4xf32> {
  %0 = neo.compute [n: 4] sum [e: 40] %d[e], %x[e]
     : (tensor<40xi64>, tensor<40xf32>) -> tensor<4xf32> {
  ^bb0(%a: i64, %b: f32):
    %zero = arith.constant 0.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i64
    %q = arith.cmpi eq, %a, %m : i64
    %s = arith.select %q, %b, %zero : f32
    neo.yield %s : f32
  }
  return %0 : tensor<4xf32>
}

// Nor where more loops than one have the same eight bits.

func.func @narrow(%d: tensor<10000xi8>, %x: tensor<10000xf32>) -> tensor<300xf32> {
  %0 = neo.compute [n: 300] sum [e: 10000] %d[e], %x[e]
     : (tensor<10000xi8>, tensor<10000xf32>) -> tensor<300xf32> {
  ^bb0(%a: i8, %b: f32):
    %zero = arith.constant 0.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i8
    %q = arith.cmpi eq, %a, %m : i8
    %s = arith.select %q, %b, %zero : f32
    neo.yield %s : f32
  }
  return %0 : tensor<300xf32>
}
