# `cmake --install` gives headers, libraries, the tools, the plugin and a package
# that `find_package(Neo)` finds. `pip install` takes the component `python`.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY NEO_LIBRARIES)
set(NEO_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Neo)

# What is installed finds the libMLIR it was linked with.
set(linked neo-opt neo-run NeoPlugin)
if(NEO_PYTHON)
  list(APPEND linked NeoCore)
endif()
set_target_properties(${linked} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

install(TARGETS neo_options ${libraries} EXPORT NeoTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS neo-opt neo-run NeoPlugin
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS neo_runtime LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/Neo ${PROJECT_BINARY_DIR}/include/Neo
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc")
install(EXPORT NeoTargets NAMESPACE Neo:: DESTINATION ${NEO_CMAKE_DIR})
configure_package_config_file(cmake/NeoConfig.cmake.in NeoConfig.cmake
                              INSTALL_DESTINATION ${NEO_CMAKE_DIR})
write_basic_package_version_file(NeoConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/NeoConfig.cmake
              ${PROJECT_BINARY_DIR}/NeoConfigVersion.cmake
        DESTINATION ${NEO_CMAKE_DIR})

if(NEO_PYTHON)
  install(TARGETS NeoCore LIBRARY DESTINATION neo
          COMPONENT python EXCLUDE_FROM_ALL)
  # For programs in C that run what neo.export wrote.
  install(TARGETS neo_runtime LIBRARY DESTINATION neo/runtime
          COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES include/Neo/Runtime/C/Neo.h
          DESTINATION neo/runtime/include/Neo/Runtime/C
          COMPONENT python EXCLUDE_FROM_ALL)
endif()
