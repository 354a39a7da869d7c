# Fails if the README does not contain SOURCE, after its licence line, or the output of PROGRAM,
# verbatim.
cmake_minimum_required(VERSION 3.25)

file(READ ${README} readme)
file(READ ${SOURCE} source)
string(REGEX REPLACE "^// SPDX[^\n]*\n" "" source "${source}")
execute_process(
  COMMAND ${PROGRAM}
  OUTPUT_VARIABLE printed
  COMMAND_ERROR_IS_FATAL ANY)
foreach(part IN ITEMS source printed)
  string(FIND "${readme}" "${${part}}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not contain this ${part}:\n${${part}}")
  endif()
endforeach()
