# Runs PROGRAM on its smallest workloads, and fails unless its data is JSON with the expected
# contents.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(
    COMMAND ${PROGRAM} ${ARGN}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output)
  message("${output}")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${ARGN} ended with ${status}")
  endif()
endfunction()

set(small --rounds 3 --sample 1e-5 --most-bytes 16384)
foreach(k RANGE 1 2)
  run(${small} --only l,o,p --json ${OUT}/smoke${k}.json)
endforeach()
run(--merge ${OUT}/smoke1.json ${OUT}/smoke2.json --json ${OUT}/smoke.json)
file(READ ${OUT}/smoke.json text)
foreach(field commands machine contestants rows means)
  string(JSON value GET "${text}" ${field})
endforeach()
string(JSON count LENGTH "${text}" rows)
if(count LESS 3)
  message(FATAL_ERROR "only ${count} rows were measured")
endif()
math(EXPR last "${count} - 1")
foreach(k RANGE ${last})
  string(JSON wrong LENGTH "${text}" rows ${k} wrong)
  string(JSON times LENGTH "${text}" rows ${k} times)
  if(wrong GREATER 0 OR times EQUAL 0)
    message(FATAL_ERROR "row ${k} has ${times} times and ${wrong} wrong results")
  endif()
endforeach()

run(--growth ${small} --json ${OUT}/smoke_growth.json)
file(READ ${OUT}/smoke_growth.json text)
foreach(series elements rank operands threads plan)
  string(JSON value GET "${text}" growth ${series} points 0 seconds)
endforeach()
string(JSON value GET "${text}" growth plan fit seconds_per_step)
