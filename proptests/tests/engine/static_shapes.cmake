# Compiles a program that joins 2x3 and 4, which fails, and reads the first error.
cmake_minimum_required(VERSION 3.25)

set(ENV{LC_ALL} C) # the test searches for the word `error`
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${SOURCE}
  RESULT_VARIABLE status
  ERROR_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "2x3 and 4 are joined")
endif()
string(REGEX MATCH "[^\n]*error:[^\n]*" first "${said}")
message("${first}")
if(NOT first MATCHES "sizes_do_not_broadcast<.*axis<1>.*size<3>.*size<4>")
  message(FATAL_ERROR "the first error does not say that 3 and 4 clash on axis 1:\n${said}")
endif()
