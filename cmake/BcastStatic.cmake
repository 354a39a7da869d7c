# What a program without shared libraries needs (the preset static). Debian has
# no static library of fmt, so its headers are compiled.
find_path(BCAST_FMT_HEADERS fmt/format-inl.h)
mark_as_advanced(BCAST_FMT_HEADERS)
if(NOT BCAST_FMT_HEADERS)
  message(FATAL_ERROR "fmt is missing. On Debian: apt-get install libfmt-dev")
endif()
add_library(fmt::fmt INTERFACE IMPORTED GLOBAL)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
