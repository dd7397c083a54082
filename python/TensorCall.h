//===- TensorCall.h - Calls with tensors of another library -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A small program takes less than a microsecond, and to make an array of each
// of PyTorch's tensors, and a tensor of each array, several. So the program is
// called with the tensors themselves. DLPack's table of functions
// (DLPackTensor.h) says where a tensor lies, of which shape and strides it is,
// without an object being made; results are memory of Neo's that the library
// makes a tensor of.
//
// A program may be compiled for operands that are not contiguous (neo/torch/
// layouts.py): then it reads the memory that they are views of, and the
// strides of a call are compared with those.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_TENSORCALL_H
#define NEO_PYTHON_TENSORCALL_H

#include <pybind11/pybind11.h>

namespace neo::python {

/// A function of Python's that runs `program` on a list or tuple of tensors,
/// whose `classes` are known, with `captured` arrays behind them. It returns
/// the tuple of results, or the one result if it is `alone`; None if the
/// tensors do not fit. `layouts` has the shape and strides of each operand that
/// is not contiguous, and None for others; `exchange` is the library's table in
/// a capsule. None where the table is of a version that is unknown here.
pybind11::object makeTensorCaller(const pybind11::object &program,
                                  const pybind11::tuple &captured, bool alone,
                                  const pybind11::tuple &layouts,
                                  const pybind11::tuple &classes,
                                  const pybind11::object &exchange);

} // namespace neo::python

#endif // NEO_PYTHON_TENSORCALL_H
