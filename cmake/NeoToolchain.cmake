# The compiler infrastructure Neo stands on: Debian's MLIR and LLVM 22, linked
# as shared libraries only. One static LLVM archive beside libLLVM.so registers
# every command-line option twice, and the tool dies before main.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# ccache keeps what is compiled with a precompiled header only if it may look
# away from the times and macros in it; checkouts share what they compile
# (NeoUnity.cmake).
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1 ${CCACHE})
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(LLVM 22.1 REQUIRED CONFIG)
find_package(MLIR REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

find_program(NEO_FILECHECK NAMES FileCheck FileCheck-22
             HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(NEO_MLIR_OPT NAMES mlir-opt mlir-opt-22
             HINTS ${LLVM_TOOLS_BINARY_DIR})
