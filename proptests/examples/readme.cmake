# Fails where the README does not hold SOURCE, behind its licence's line, or what PROGRAM prints, to
# the letter.
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
    message(FATAL_ERROR "README.md does not hold this ${part}:\n${${part}}")
  endif()
endforeach()
