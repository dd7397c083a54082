//===- DeviceArrays.h - Arrays that lie on the device -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What neo.DeviceArray (python/neo/device_arrays.py) holds: an address on the
// device, what keeps it, and how work on it is ordered. An array of neo's own
// is ordered by neo's stream. One of others is written and read in a stream of
// theirs: where it is known, runs are put between what is in it; where not, a
// call returns only when it has read the array.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_DEVICEARRAYS_H
#define NEO_PYTHON_DEVICEARRAYS_H

#include "Arrays.h"
#include "DLPack.h"

namespace neo::python {

/// The Python class DeviceMemory.
struct DeviceMemory {
  DeviceArray array;
  /// The stream of who made it, where it is known.
  std::vector<CudaDriver::Handle> streams = {};
  /// Who made it may write into it as soon as a call returns.
  bool isUnordered = false;
};

/// The memory of a neo.DeviceArray; null for anything else.
DeviceMemory *memoryOf(pybind11::handle object);

/// A neo.DeviceArray of new memory.
pybind11::object wrap(std::shared_ptr<CudaDevice> device, const ArrayType &type,
                      std::shared_ptr<DeviceBlock> block);

/// The stream in which the calls of this thread take part (neo.on_stream).
const std::vector<CudaDriver::Handle> &streamsOfCaller();

/// The device of this process. Raises neo.Error.
std::shared_ptr<CudaDevice> openDevice();

/// Adds the class and what works on streams.
void addDeviceArrays(pybind11::module_ &module);

} // namespace neo::python

#endif // NEO_PYTHON_DEVICEARRAYS_H
