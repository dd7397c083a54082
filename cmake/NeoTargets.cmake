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

include(NeoUnity)

# What libraries link of MLIR; nothing where the extension has it inside
# (StaticLLVM.cmake).
if(NEO_STATIC_LLVM)
  set(NEO_MLIR)
else()
  set(NEO_MLIR MLIR LLVM)
endif()

# neo_add_library(Name sources... [LLVM_SOURCES sources...] [APART sources...]
#                 [DEPENDS targets...] [LINK_LIBS PUBLIC libs...]): LLVM_SOURCES say
# `using namespace llvm`, whose names are not those of mlir, and are compiled together
# with each other only; sources that stand APART are compiled alone.
function(neo_add_library name)
  cmake_parse_arguments(ARG "" "" "LLVM_SOURCES;APART;DEPENDS;LINK_LIBS" ${ARGN})
  neo_unity_sources(sources ${name} ${ARG_UNPARSED_ARGUMENTS})
  neo_unity_sources(llvm_sources ${name}LLVM ${ARG_LLVM_SOURCES})
  add_library(${name} STATIC ${sources} ${llvm_sources} ${ARG_APART})
  neo_no_rtti(${name})
  target_link_libraries(${name} PUBLIC neo_options ${NEO_MLIR} ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  neo_share_headers(${name})
  set_property(GLOBAL APPEND PROPERTY NEO_LIBRARIES ${name})
endfunction()

# neo_add_plain_library(Name sources...): one that knows no MLIR. It is compiled
# without the headers, so that it cannot come to need them.
function(neo_add_plain_library name)
  neo_unity_sources(sources ${name} ${ARGN})
  add_library(${name} STATIC ${sources})
  neo_no_rtti(${name})
  target_link_libraries(${name} PUBLIC neo_options)
  set_property(GLOBAL APPEND PROPERTY NEO_LIBRARIES ${name})
endfunction()

# neo_add_test_programs(group label): the target `group`, of programs that only tests
# run. They are not part of `all`, so that who wants to use Neo does not wait for them:
# the test build.`group` builds them, the fixture of tests that run them.
function(neo_add_test_programs group label)
  add_custom_target(${group})
  add_test(NAME build.${group}
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${group})
  set_tests_properties(build.${group} PROPERTIES LABELS "${label}"
    FIXTURES_SETUP ${group} RUN_SERIAL ON)
endfunction()

if(NEO_TESTS)
  neo_add_test_programs(neo-tests unit)
  neo_add_test_programs(neo-fuzzers "fuzz;extended")
endif()

# neo_add_test_program(target group): makes `target` one of the programs of `group`.
function(neo_add_test_program target group)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(${group} ${target})
endfunction()

# neo_add_unittest(Name sources... [LINK_LIBS libs...]): one GoogleTest binary,
# one ctest entry labelled `unit`.
function(neo_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  neo_unity_sources(sources ${name} ${ARG_UNPARSED_ARGUMENTS})
  add_executable(${name} ${sources})
  neo_add_test_program(${name} neo-tests)
  neo_no_rtti(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} neo_options
                        GTest::gtest GTest::gtest_main MLIR LLVM)
  neo_share_headers(${name})
  add_test(NAME unit.${name} COMMAND ${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit
    FIXTURES_REQUIRED neo-tests)
endfunction()
