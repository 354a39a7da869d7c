# Fails if a command of bcast in README does not print the text below it, or, in a sentence,
# does not end with status 0. The commands run in DIRECTORY.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${DIRECTORY})
file(MAKE_DIRECTORY ${DIRECTORY})
file(WRITE ${DIRECTORY}/model.mlir
     "%0 = \"tosa.add\"(%a, %b) : (tensor<8x1xf32>, tensor<1x5xf32>) -> tensor<8x5xf32>\n")
cmake_path(GET PROGRAM PARENT_PATH programs)
set(ENV{PATH} ${programs}:$ENV{PATH})

function(run command)
  execute_process(
    COMMAND sh -c "${command}"
    WORKING_DIRECTORY ${DIRECTORY}
    OUTPUT_VARIABLE printed
    ERROR_VARIABLE printed
    RESULT_VARIABLE status)
  set(printed
      "${printed}"
      PARENT_SCOPE)
  set(status
      ${status}
      PARENT_SCOPE)
endfunction()

file(READ ${README} readme)
string(REPLACE ";" "," readme "${readme}")

# Commands in a block, each with its output.
string(REGEX MATCH "\n```\n([$] bcast [^`]+)```\n" block "${readme}")
set(block "${CMAKE_MATCH_1}")
string(REGEX MATCHALL "[$] bcast [^\n]+" commands "${block}")
set(expected "")
foreach(command IN LISTS commands)
  string(REPLACE "$ " "" words "${command}")
  run("${words}")
  string(APPEND expected "${command}\n${printed}")
endforeach()
if(NOT commands OR NOT expected STREQUAL block)
  message(FATAL_ERROR "${README} says\n${block}but bcast prints\n${expected}")
endif()

# Commands in a sentence, except those that take minutes or need the reader's own program: whole
# runs of the laws and of the theorems have their own tests.
string(REGEX REPLACE "\n *" " " text "${readme}")
string(REGEX MATCHALL "`bcast [^`]+`" commands "${text}")
list(REMOVE_DUPLICATES commands)
list(FILTER commands EXCLUDE REGEX "`bcast (check|theorems)")
foreach(command IN LISTS commands)
  string(REPLACE "`" "" words "${command}")
  run("${words}")
  message("${words}: ${status}")
  if(NOT status EQUAL 0)
    message(SEND_ERROR "${words}\n${printed}")
  endif()
endforeach()
if(NOT commands)
  message(FATAL_ERROR "no command in the text of ${README}")
endif()
