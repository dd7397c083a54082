//===- Fingerprint.h - Has memory been written? -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a program captures may be memory of others, who write into it without
// telling. To compare all of it would take as long as to read the weights of a
// network; a fingerprint is a hash of a few words of each array, evenly apart
// and with both ends, and of all of an array of up to half a kilobyte:
//
//     64 words of 8 bytes        64 cache lines of an array, 1 to 3
//                                microseconds where they come from memory
//
// A write of a whole array is noticed, one of single elements may not be.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_FINGERPRINT_H
#define NEO_PYTHON_FINGERPRINT_H

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace neo::python {

/// Adds the class `Fingerprint`.
void addFingerprint(pybind11::module_ &module);

} // namespace neo::python

#endif // NEO_PYTHON_FINGERPRINT_H
