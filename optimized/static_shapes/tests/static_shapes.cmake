# Compiles programs that join shapes which clash, and reads the first error of each.
cmake_minimum_required(VERSION 3.25)

set(ENV{LC_ALL} C) # the test searches for the word `error`

# Joining the sizes `a` and `b` is an error that names the axis and the two sizes.
function(clash a b axis size_a size_b)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} -DFIRST=${a} -DSECOND=${b} ${SOURCE}
    RESULT_VARIABLE status
    ERROR_VARIABLE said)
  if(status EQUAL 0)
    message(FATAL_ERROR "(${a}) and (${b}) are joined")
  endif()
  string(REGEX MATCH "[^\n]*error:[^\n]*" first "${said}")
  message("${first}")
  if(NOT first MATCHES "sizes_do_not_broadcast<.*axis<${axis}>.*size<${size_a}>.*size<${size_b}>")
    message(FATAL_ERROR "the first error does not say that ${size_a} and ${size_b} "
                        "clash on axis ${axis}:\n${said}")
  endif()
endfunction()

clash(2,3 4 1 3 4)
clash(2,3,4 5,3,4 0 2 5)
clash(0 3 0 0 3)
clash(3 0 0 3 0)
