# cmake -D MODULE=<module> -D SOURCE=<file> -D PATH=<directory of .pc files> -D COMPILER=<compiler>
#       -D FLAGS=<flags> -D PROGRAM=<file> -P pkg_config.cmake
#
# Compiles and runs SOURCE with only pkg-config's flags for MODULE.
set(ENV{PKG_CONFIG_PATH} ${PATH})
execute_process(
  COMMAND pkg-config --cflags --libs "${MODULE} >= 0.1"
  OUTPUT_VARIABLE said
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(said UNIX_COMMAND "${said}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
execute_process(
  COMMAND ${COMPILER} ${flags} ${SOURCE} -x none -o ${PROGRAM} ${said}
  COMMAND_ERROR_IS_FATAL ANY
  COMMAND_ECHO STDOUT)
set(ENV{LD_LIBRARY_PATH} ${PATH}/..)
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
