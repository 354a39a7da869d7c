# cmake -D BUILD=<build tree> -D TREE=<directory> -P tree.cmake
#
# Installs what was built into an empty TREE.
file(REMOVE_RECURSE ${TREE})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${TREE}
                COMMAND_ERROR_IS_FATAL ANY)
