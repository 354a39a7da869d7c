# bcast_package(<package> <debian package> [<find_package arguments>...])
#
# Finds a package, and where it is missing says which Debian package holds it.
macro(bcast_package package debian)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing. On Debian: apt-get install ${debian}")
  endif()
endmacro()
