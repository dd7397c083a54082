//===- Headers.cpp - What the precompiled header is compiled beside -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// CMake makes a precompiled header for the sources of a target; this is the one
// source of the target whose header all others share (NeoTargets.cmake).
//
//===----------------------------------------------------------------------===//
