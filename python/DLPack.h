//===- DLPack.h - Arrays of other libraries, by DLPack ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// DLPack hands an array over as a structure in a capsule: where it lies, its
// shape and type, and a function that its reader calls in the end. The
// structures here have the layout of DLPack's versions 0 and 1, which differ in
// what stands around the tensor:
//
//     "dltensor"            tensor, context, deleter
//     "dltensor_versioned"  version, context, deleter, flags, tensor
//
// A capsule is read once: its reader renames it, "used_dltensor", and from then
// on owes the call of the deleter. A capsule that nobody read does so itself.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_DLPACK_H
#define NEO_PYTHON_DLPACK_H

#include "Compiler.h"

#include "Neo/Runtime/Cuda/Device.h"

#include <pybind11/pybind11.h>

namespace neo::python {

/// An array on the device: where, what, and who keeps it.
struct DeviceArray {
  CudaDriver::Address address = 0;
  ArrayType type;
  std::shared_ptr<void> owner;
  std::shared_ptr<CudaDevice> device;
  /// Memory of neo's own; null for that of others.
  std::shared_ptr<DeviceBlock> block;
};

/// The array in a capsule of either version, which counts as read. Raises
/// neo.DtypeError where neo cannot read it; `what` names it.
DeviceArray readCapsule(const pybind11::object &capsule,
                        std::shared_ptr<CudaDevice> device,
                        const std::string &what);

/// A capsule of `array`, which keeps it.
pybind11::object makeCapsule(const DeviceArray &array, bool isVersioned);

/// How many elements an array of `shape` has.
int64_t countElements(const std::vector<int64_t> &shape);

} // namespace neo::python

#endif // NEO_PYTHON_DLPACK_H
