# The installed package: `find_package(bcast CONFIG COMPONENTS reference engine proptests)`, and
# `pkg-config bcast-reference`. A component is a library of bcast_library(). Its dependencies are
# derived from what it links, so that the dependency rule of a folder is stated once.
include(CMakePackageConfigHelpers)

set(BCAST_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/bcast)
set(BCAST_PKG_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# bcast_install_library(<name> <description> <linked target>...)
#
# Installs and exports the library bcast::<name> as a component. The targets are those that a
# consumer needs: other libraries of bcast, and `<package>::<target>` or `<package>`.
function(bcast_install_library name description)
  set(components "")
  set(packages "")
  set(requires "")
  set(flags "")
  get_target_property(type bcast_${name} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(file bcast_${name} OUTPUT_NAME)
    if(NOT file)
      set(file bcast_${name})
    endif()
    list(APPEND flags "-L\${libdir}" "-l${file}")
  endif()
  foreach(target IN LISTS ARGN)
    string(REGEX REPLACE "::.*" "" package ${target})
    if(package STREQUAL "bcast")
      string(REGEX REPLACE ".*::" "" component ${target})
      list(APPEND components ${component})
      list(APPEND requires "bcast-${component} = ${PROJECT_VERSION}")
      continue()
    endif()
    get_property(found GLOBAL PROPERTY bcast_find_${package})
    get_property(module GLOBAL PROPERTY bcast_pkg_config_${package})
    get_property(flag GLOBAL PROPERTY bcast_link_${package})
    if(NOT found)
      message(FATAL_ERROR "bcast::${name} links ${target}, which no bcast_package() has found")
    endif()
    list(APPEND packages "${found}")
    list(APPEND requires ${module})
    list(APPEND flags ${flag})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY bcast_components ${name})
  set_property(GLOBAL PROPERTY bcast_component_${name}_needs "${components}")
  set_property(GLOBAL PROPERTY bcast_component_${name}_packages "${packages}")

  install(
    TARGETS bcast_${name}
    EXPORT bcast_${name}
    FILE_SET HEADERS)
  install(
    EXPORT bcast_${name}
    NAMESPACE bcast::
    FILE bcast-${name}.cmake
    DESTINATION ${BCAST_CMAKE_DIR})

  list(JOIN requires ", " requires)
  list(JOIN flags " " flags)
  file(RELATIVE_PATH prefix /${BCAST_PKG_CONFIG_DIR} /)
  set(file bcast-${name})
  if(name STREQUAL "bcast")
    set(file bcast)
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/bcast.pc.in ${file}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file}.pc DESTINATION ${BCAST_PKG_CONFIG_DIR})
endfunction()

# bcast_install_package()
#
# Writes what find_package(bcast) reads, after all libraries have been declared.
function(bcast_install_package)
  get_property(components GLOBAL PROPERTY bcast_components)
  set(table "set(bcast_components ${components})\n")
  foreach(name IN LISTS components)
    get_property(needs GLOBAL PROPERTY bcast_component_${name}_needs)
    get_property(packages GLOBAL PROPERTY bcast_component_${name}_packages)
    string(APPEND table "set(bcast_${name}_needs \"${needs}\")\n"
           "set(bcast_${name}_packages \"${packages}\")\n")
  endforeach()
  configure_package_config_file(
    cmake/bcastConfig.cmake.in bcastConfig.cmake
    INSTALL_DESTINATION ${BCAST_CMAKE_DIR}
    NO_SET_AND_CHECK_MACRO)
  # Before 1.0 a minor version may change an interface.
  write_basic_package_version_file(bcastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/bcastConfig.cmake
                ${PROJECT_BINARY_DIR}/bcastConfigVersion.cmake DESTINATION ${BCAST_CMAKE_DIR})
endfunction()
