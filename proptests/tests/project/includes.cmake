# Fails if a target includes a file that its row of the dependency table does not allow. Reads the
# compiler's record of each object (ninja -t deps), and checks it against the table below: <target>
# <pattern that its files must not include>.
cmake_minimum_required(VERSION 3.25)

# Every header of TBB includes one below oneapi/. clang also records <tbb/tbb.h>, which libstdc++
# only tests for existence.

set(forbidden
    # spec and reference need the standard library only.
    "spec|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/"
    "reference|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/"
    "spec|/(reference|optimized/[a-z_]+|proptests)/include/"
    "reference|/(optimized/[a-z_]+|proptests)/include/"
    "spec_reflection|/(oneapi|gtest|rapidcheck|nlohmann|fmt|CLI)/|/(reference|optimized/[a-z_]+|proptests)/include/"
    # The engine and the verifier never see the oracle; only one file sees TBB.
    "verifier|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/|/(reference|optimized/(engine|static_shapes)|proptests)/include/"
    "engine|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/|/(reference|optimized/verifier|proptests)/include/"
    # The kit's seam needs the standard library only; the laws never see what they judge.
    "kit|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/|/(spec|reference|optimized/[a-z_]+)/include/"
    "pages|/(oneapi|rapidcheck|CLI)/|/(optimized/[a-z_]+|proptests)/include/"
    "generators|/(oneapi|gtest|CLI)/|/(reference|optimized/[a-z_]+)/include/"
    # The tracer of the transcriptions is built before anything else.
    "tracer|/(oneapi|boost|gtest|rapidcheck|nlohmann|fmt|CLI)/|/(spec|reference|optimized/[a-z_]+|proptests)/include/"
    # The explainer is separate from the command line.
    "explanation|/(oneapi|boost|gtest|rapidcheck|CLI)/|/proptests/program/"
    "capi|/(oneapi|boost|gtest|rapidcheck|CLI)/|/proptests/program/"
    "explorer|/(oneapi|gtest|rapidcheck|CLI)/|/proptests/program/"
    # Of the command line, one unit sees CLI11, and another in the library.
    "command|/(oneapi|gtest|CLI)/"
    "proptests|/(oneapi|gtest|CLI)/|/optimized/[a-z_]+/include/")

# Files that one part of a target may include although the rest may not: <object>|<file>.
set(allowed "engine/.*/parallel_tbb|/oneapi/" "bcast_proptests\\.dir/src/command/options|/CLI/"
            "bcast_command\\.dir/options|/CLI/" "proptests/gtest\\.hpp|/gtest/")

execute_process(
  COMMAND ${NINJA} -t deps
  WORKING_DIRECTORY ${BUILD}
  OUTPUT_VARIABLE all
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "ninja -t deps failed")
endif()
string(REPLACE ";" "," all "${all}")
string(REPLACE "\n" ";" lines "${all}")

set(target "")
set(objects 0)
set(wrong 0)
set(headers FALSE)
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ].*): #deps")
    set(object "${CMAKE_MATCH_1}")
    set(target "")
    if(object MATCHES "CMakeFiles/bcast_([a-z_]+)\\.dir/")
      set(target ${CMAKE_MATCH_1})
      if(target MATCHES "_verify_interface_header_sets$")
        set(headers TRUE)
      endif()
      string(REGEX REPLACE "_verify_interface_header_sets$" "" target ${target})
      math(EXPR objects "${objects} + 1")
      list(APPEND seen ${target})
    endif()
  elseif(target AND line MATCHES "^    (.+)$")
    set(file "${CMAKE_MATCH_1}")
    foreach(rule IN LISTS forbidden)
      string(FIND "${rule}" "|" bar)
      string(SUBSTRING "${rule}" 0 ${bar} name)
      math(EXPR bar "${bar} + 1")
      string(SUBSTRING "${rule}" ${bar} -1 pattern)
      if(name STREQUAL target AND file MATCHES "${pattern}")
        set(known FALSE)
        foreach(exception IN LISTS allowed)
          string(REGEX REPLACE "\\|.*" "" part "${exception}")
          string(REGEX REPLACE ".*\\|" "" included "${exception}")
          if(object MATCHES "${part}" AND file MATCHES "${included}")
            set(known TRUE)
          endif()
        endforeach()
        if(NOT known)
          message("${object} includes ${file}")
          math(EXPR wrong "${wrong} + 1")
        endif()
      endif()
    endforeach()
  endif()
endforeach()

list(REMOVE_DUPLICATES seen)
set(named "")
if(headers) # without it, a header-only library has no object
  set(named ${forbidden})
endif()
foreach(rule IN LISTS named)
  string(REGEX REPLACE "\\|.*" "" name "${rule}")
  if(NOT name IN_LIST seen)
    message("no object of ${name} was read: it is not built, or has another name")
    math(EXPR wrong "${wrong} + 1")
  endif()
endforeach()
if(wrong GREATER 0)
  message(FATAL_ERROR "${wrong} includes that the dependency table does not allow")
endif()
message("${objects} objects keep to the table")
