# Fails if TEXT is not in array_api.hpp exactly once.
include(${CMAKE_CURRENT_LIST_DIR}/alter.cmake)
alter(array_api.hpp "${TEXT}" "")
