# bcast_package(<package> <debian package> [VERSION <version>] [CONFIG]
#               [PKG_CONFIG <module>] [LINK <flag>])
#
# Finds a package, and says which Debian package to install if it is missing. The other arguments
# are for consumers of an installed library: its pkg-config module, or, if it has none, the flag
# that links it.
macro(bcast_package package debian)
  cmake_parse_arguments(package "CONFIG" "VERSION;PKG_CONFIG;LINK" "" ${ARGN})
  set(package_how ${package} ${package_VERSION})
  if(package_CONFIG)
    list(APPEND package_how CONFIG)
  endif()
  find_package(${package_how} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing. On Debian: apt-get install ${debian}")
  endif()
  list(JOIN package_how " " package_how)
  set_property(GLOBAL PROPERTY bcast_find_${package} "${package_how}")
  set_property(GLOBAL PROPERTY bcast_pkg_config_${package} "${package_PKG_CONFIG}")
  set_property(GLOBAL PROPERTY bcast_link_${package} "${package_LINK}")
endmacro()
