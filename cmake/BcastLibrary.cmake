# The compile options of all our targets; they are not exported.
add_library(bcast_build_options INTERFACE)
target_compile_options(
  bcast_build_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wnon-virtual-dtor
            -Wold-style-cast
            -Wconversion
            -Wno-sign-conversion
            # g++ 12 warns about its own std::string (GCC bug 105329).
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            # It collects garbage less often: less time, and more memory.
            $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>
            $<$<BOOL:${BCAST_WARNINGS_AS_ERRORS}>:-Werror>)

# What a target of tests, pages or the command line links too: it is compiled quickly rather than run
# quickly. CMake puts these options after those of the configuration.
add_library(bcast_unoptimized INTERFACE)
target_compile_options(bcast_unoptimized INTERFACE -Og)

# bcast_files(<variable> <pattern>...)
#
# The files of the folder that calls it, in the order of their names.
function(bcast_files variable)
  file(
    GLOB found CONFIGURE_DEPENDS
    RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
    ${ARGN})
  set(${variable}
      ${found}
      PARENT_SCOPE)
endfunction()

# bcast_library(<name> DESCRIPTION <words> HEADERS <header>... [SOURCES <source>...]
#               [USES <target>...] [PRIVATELY_USES <target>...] [BUILDS_WITH <target>...])
#
# Declares the library bcast::<name> in the folder that calls it, and installs it as a component.
# HEADERS are paths below the folder's include root, `include/bcast`. USES are the libraries that
# its headers may include. PRIVATELY_USES are those that only its sources may include. BUILDS_WITH
# are those that leave nothing to link, so that a consumer does not need them. Together they are the
# folder's dependency rule. The preset `headers` compiles every header alone.
function(bcast_library name)
  cmake_parse_arguments(PARSE_ARGV 1 lib "" "DESCRIPTION"
                        "HEADERS;SOURCES;USES;PRIVATELY_USES;BUILDS_WITH")
  set(target bcast_${name})
  if(lib_SOURCES)
    add_library(${target} STATIC ${lib_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:bcast_build_options>
                                            ${lib_PRIVATELY_USES})
    foreach(used IN LISTS lib_BUILDS_WITH)
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${used}>)
    endforeach()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(bcast::${name} ALIAS ${target})
  list(TRANSFORM lib_HEADERS PREPEND include/bcast/)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS include FILES ${lib_HEADERS})
  # A consumer's CMake before 3.23 does not know header sets.
  target_include_directories(${target} ${scope} $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${lib_USES})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS
                                                                 ${PROJECT_IS_TOP_LEVEL})
  if(BCAST_INSTALL)
    bcast_install_library(${name} "${lib_DESCRIPTION}" ${lib_USES} ${lib_PRIVATELY_USES})
  endif()
endfunction()

# bcast_program(<name> SOURCES <source>... USES <target>...)
#
# Declares one of our programs; a program exports nothing.
function(bcast_program name)
  cmake_parse_arguments(PARSE_ARGV 1 program "" "" "SOURCES;USES")
  add_executable(${name} ${program_SOURCES})
  target_link_libraries(${name} PRIVATE bcast_build_options ${program_USES})
endfunction()
