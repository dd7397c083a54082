# How every Neo target is built: our warnings are errors, MLIR's headers are
# system headers, RTTI and exceptions follow LLVM (both off).

add_library(neo_options INTERFACE)
target_include_directories(neo_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:include>)
target_include_directories(neo_options SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_options(neo_options INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Werror;-Wno-unused-parameter>)
if(NEO_SANITIZE)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=address,undefined)
  check_cxx_source_compiles("int main() { return 0; }" NEO_SANITIZERS_LINK)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT NEO_SANITIZERS_LINK)
    message(FATAL_ERROR "NEO_SANITIZE needs the compiler's sanitizer runtime; "
      "on Debian, install libclang-rt-22-dev")
  endif()
  target_compile_options(neo_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer)
  target_link_options(neo_options INTERFACE -fsanitize=address,undefined)
endif()

define_property(GLOBAL PROPERTY NEO_LIBRARIES
  BRIEF_DOCS "Neo's static libraries, in the order they were declared")

function(neo_no_rtti target)
  target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions)
endfunction()

# MLIR's headers cost a source more than its own lines do: they are compiled
# once, into a header that all targets with the same options start from, and the
# sources of a library are compiled several at a time. -DNEO_UNITY=OFF compiles
# each alone, which shows whether each includes what it uses.
option(NEO_UNITY "Compile MLIR's headers once, and sources several at a time" ON)

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

function(neo_share_headers target)
  if(NEO_UNITY)
    target_precompile_headers(${target} REUSE_FROM neo_headers)
    # Executables too are compiled as the header was.
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
endfunction()

# What libraries link of MLIR; nothing where the extension has it inside
# (StaticLLVM.cmake).
if(NEO_STATIC_LLVM)
  set(NEO_MLIR)
else()
  set(NEO_MLIR MLIR LLVM)
endif()

# neo_add_library(Name sources... [DEPENDS targets...] [LINK_LIBS PUBLIC libs...]
#                 [APART]): APART compiles each source alone.
function(neo_add_library name)
  cmake_parse_arguments(ARG "APART" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  neo_no_rtti(${name})
  target_link_libraries(${name} PUBLIC neo_options ${NEO_MLIR} ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  neo_share_headers(${name})
  if(NEO_UNITY AND NOT ARG_APART)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON
                          UNITY_BUILD_BATCH_SIZE 8)
  endif()
  set_property(GLOBAL APPEND PROPERTY NEO_LIBRARIES ${name})
endfunction()

# neo_add_unittest(Name sources... [LINK_LIBS libs...]): one GoogleTest binary,
# one ctest entry labelled `unit`.
function(neo_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  neo_no_rtti(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} neo_options
                        GTest::gtest GTest::gtest_main MLIR LLVM)
  neo_share_headers(${name})
  add_test(NAME unit.${name} COMMAND ${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit)
endfunction()
