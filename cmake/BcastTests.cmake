# bcast_skipped_test(<name> <why> [<property> <value>]...)
#
# Declares a test that is skipped. Of its properties, it keeps the label.
function(bcast_skipped_test name why)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${why}")
  cmake_parse_arguments(PARSE_ARGV 2 skipped "" "LABELS" "")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped" LABELS
                                          "${skipped_LABELS}")
endfunction()

# bcast_python_test(<name> [PYTHON <program>] COMMAND <word>... [PROPERTIES <property> <value>...])
#
# Declares a test that is a script in Python, which skips itself with the exit status 77. It is skipped
# too if the Python, or the one that BCAST_PYTHON names, is missing.
function(bcast_python_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "PYTHON" "COMMAND;PROPERTIES")
  set(python ${BCAST_PYTHON})
  if(DEFINED test_PYTHON)
    set(python ${test_PYTHON})
  endif()
  if(NOT python)
    bcast_skipped_test(${name} "python3 is missing" ${test_PROPERTIES})
    return()
  endif()
  add_test(NAME ${name} COMMAND ${python} -B ${test_COMMAND})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 ${test_PROPERTIES})
endfunction()

# bcast_test_sources(<program> <unit> <source>...)
#
# Adds a room's tests to a program of tests. Those of one unit may be compiled together.
function(bcast_test_sources program unit)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  target_sources(${program} PRIVATE ${ARGN})
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${program} PROPERTIES UNITY_GROUP ${unit})
endfunction()
