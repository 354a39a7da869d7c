# cmake -D SOURCE=<directory> [-D FIX=ON] -P licence.cmake
#
# Fails unless each header that a user includes, and each file of vectors in C or C++, says in its
# first line that it may be used under either licence, and every other source file names the
# project's. With FIX, missing lines are written.
cmake_minimum_required(VERSION 3.25)

set(project "Apache-2.0 WITH LLVM-exception")
set(either "(${project}) OR MIT")
set(folders spec reference optimized proptests docs)
list(TRANSFORM folders
     REPLACE "(.+)" "${SOURCE}/\\1/*.hpp;${SOURCE}/\\1/*.h;${SOURCE}/\\1/*.cpp;${SOURCE}/\\1/*.c"
             OUTPUT_VARIABLE patterns)
file(
  GLOB_RECURSE files
  RELATIVE ${SOURCE}
  ${patterns})

set(wrong "")
foreach(name IN LISTS files)
  if(name MATCHES "/include/bcast/")
    set(licence "${either}")
  else()
    set(licence "${project}")
  endif()
  file(READ ${SOURCE}/${name} text LIMIT 120)
  string(FIND "${text}" "SPDX-License-Identifier: ${licence}" at)
  if(at EQUAL 3)
    continue()
  endif()
  list(APPEND wrong ${name})
  if(FIX)
    if(name MATCHES "\\.(h|c)$")
      set(line "/* SPDX-License-Identifier: ${licence} */\n")
    else()
      set(line "// SPDX-License-Identifier: ${licence}\n")
    endif()
    file(READ ${SOURCE}/${name} text)
    file(WRITE ${SOURCE}/${name} "${line}${text}")
  endif()
endforeach()
if(wrong AND NOT FIX)
  list(JOIN wrong "\n  " wrong)
  message(FATAL_ERROR "the first line of these files is not the line of their licence:\n  ${wrong}")
endif()
