# Fails if the README does not contain SOURCE, after its licence line, or what PROGRAM prints, verbatim.
# Of a program with a failure, that is the failure, whose command has to replay the case.
cmake_minimum_required(VERSION 3.25)

file(READ ${README} readme)
file(READ ${SOURCE} source)
string(REGEX REPLACE "^// SPDX[^\n]*\n" "" source "${source}")
cmake_path(GET PROGRAM PARENT_PATH folder)
cmake_path(GET PROGRAM FILENAME name)
execute_process(
  COMMAND sh -c "./${name} --law shape --seed 1"
  WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE printed)
set(fails FALSE)
if(printed MATCHES "FAIL  .*  xfail [^\n]*\n")
  set(fails TRUE)
  set(printed "${CMAKE_MATCH_0}")
endif()
foreach(part IN ITEMS source printed)
  string(FIND "${readme}" "${${part}}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not contain this ${part}:\n${${part}}")
  endif()
endforeach()

if(NOT fails)
  return()
endif()
if(NOT printed MATCHES "\n  case    ([^\n]+)\n.*\n  replay  ([^\n]+)\n")
  message(FATAL_ERROR "no command replays it:\n${printed}")
endif()
set(case ${CMAKE_MATCH_1})
execute_process(
  COMMAND sh -c "${CMAKE_MATCH_2}"
  WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE replayed)
string(FIND "${replayed}" "  case    ${case}\n" at)
if(at EQUAL -1 OR replayed MATCHES "\n  found ")
  message(FATAL_ERROR "${CMAKE_MATCH_2} replays another case:\n${replayed}")
endif()
