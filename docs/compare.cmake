# cmake -D GENERATOR=<bcast_docs> -D TESTS=<list> -D COMMITTED=<directory> -D FRESH=<directory> -P
# compare.cmake
#
# Generates the pages into FRESH, and fails if COMMITTED differs, naming each file.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${FRESH})
execute_process(COMMAND ${GENERATOR} --tests ${TESTS} ${FRESH} COMMAND_ERROR_IS_FATAL ANY)
file(
  GLOB_RECURSE fresh
  RELATIVE ${FRESH}
  ${FRESH}/*)
file(
  GLOB_RECURSE committed
  RELATIVE ${COMMITTED}
  ${COMMITTED}/*)

set(wrong "")
foreach(name IN LISTS fresh)
  if(NOT name IN_LIST committed)
    list(APPEND wrong "missing: ${name}")
    continue()
  endif()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E compare_files ${FRESH}/${name} ${COMMITTED}/${name}
    RESULT_VARIABLE differs
    ERROR_QUIET)
  if(differs)
    list(APPEND wrong "stale: ${name}")
  endif()
endforeach()
foreach(name IN LISTS committed)
  if(NOT name IN_LIST fresh)
    list(APPEND wrong "superfluous: ${name}")
  endif()
endforeach()

if(wrong)
  list(JOIN wrong "\n  " lines)
  message(
    FATAL_ERROR
      "${COMMITTED} is not what the rows give:\n  ${lines}\n"
      "Build the target docs_generated, delete what is superfluous, and commit the directory.")
endif()
