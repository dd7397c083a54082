# MLIR's headers cost a source more than its own lines do: they are compiled once,
# into a precompiled header that all targets with the same options start from, and
# the sources of a library are compiled several at a time. -DNEO_UNITY=OFF compiles
# each alone, which shows whether each includes what it uses.
#
# Checkouts share what ccache keeps, so neither may depend on where a checkout lies.
# CMake's own unity files name sources by absolute path; those made here name them
# from where they stand. ccache knows the precompiled header, which holds absolute
# paths too, by a sum of what goes into it, and compilers are told of the header
# alone: ccache takes the second option that CMake gives them, `-include` of the text
# it was made of, as it stands, absolute.

option(NEO_UNITY "Compile MLIR's headers once, and sources several at a time" ON)

set(NEO_UNITY_SIZE 8) # Sources per file: with more, cores idle at the end.

# neo_unity_sources(result target sources...): what to compile instead of `sources`.
function(neo_unity_sources result target)
  if(NOT NEO_UNITY)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(files)
  set(rest ${ARGN})
  while(rest)
    list(LENGTH files number)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}_${number}.cpp)
    list(SUBLIST rest 0 ${NEO_UNITY_SIZE} together)
    list(REMOVE_ITEM rest ${together})
    neo_write_unity(${file} ${together})
    list(APPEND files ${file})
  endwhile()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# Writes `file`, which includes `sources`; a file that says so already stays as it is.
function(neo_write_unity file)
  get_filename_component(folder ${file} DIRECTORY)
  set(text "// Made by cmake/NeoUnity.cmake.\n")
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH path ${folder} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    string(APPEND text "#include \"${path}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
add_library(neo_headers STATIC ${PROJECT_SOURCE_DIR}/cmake/Headers.cpp)
neo_no_rtti(neo_headers)
target_link_libraries(neo_headers PUBLIC neo_options)
target_precompile_headers(neo_headers PRIVATE
  <mlir/Dialect/Affine/IR/AffineOps.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Vector/IR/VectorOps.h>
  <mlir/IR/IRMapping.h>
  <mlir/IR/Matchers.h>
  <mlir/IR/PatternMatch.h>
  <mlir/Pass/Pass.h>)

# What the precompiled header is made of: the headers above, which come with one
# build of MLIR (packages keep the time at which it was made).
get_target_property(headers neo_headers PRECOMPILE_HEADERS)
file(TIMESTAMP ${MLIR_CMAKE_DIR}/MLIRConfig.cmake mlir_time)
string(SHA256 sum "${headers} ${LLVM_PACKAGE_VERSION} ${mlir_time}")
file(CONFIGURE CONTENT "${sum}\n" OUTPUT
  ${PROJECT_BINARY_DIR}/CMakeFiles/neo_headers.dir/cmake_pch.hxx.pch.sum @ONLY)

function(neo_share_headers target)
  if(NEO_UNITY)
    target_precompile_headers(${target} REUSE_FROM neo_headers)
    # Executables too are compiled as the header was.
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
endfunction()
