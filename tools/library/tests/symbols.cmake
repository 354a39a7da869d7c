# cmake -D NM=<nm> -D LIBRARY=<libbcast.so> -D MAP=<libbcast.map> -D HEADER=<bcast.h> -P symbols.cmake
#
# Fails unless the library exports what the map lists, and the header declares exactly that.
cmake_minimum_required(VERSION 3.25)

execute_process(
  COMMAND ${NM} -D --defined-only ${LIBRARY}
  OUTPUT_VARIABLE exported
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [TWVuBDR] [^\n]+" exported "${exported}")
list(TRANSFORM exported REPLACE "^ . " "")
list(TRANSFORM exported REPLACE "@@BCAST_[0-9.]+$" "")

file(STRINGS ${MAP} listed REGEX "^    [a-z_]+;$")
list(TRANSFORM listed REPLACE "[ ;]" "")

file(READ ${HEADER} declared)
string(REGEX MATCHALL "\nBCAST_API [^(]*\\(" declared "${declared}")
list(TRANSFORM declared REPLACE ".*[ *]([a-z_]+)\\($" "\\1")

foreach(names IN ITEMS exported listed declared)
  list(SORT ${names})
endforeach()
foreach(names IN ITEMS exported declared)
  if(NOT "${${names}}" STREQUAL "${listed}")
    message(FATAL_ERROR "${names}: ${${names}}\nlisted: ${listed}")
  endif()
endforeach()
message("${listed}")
