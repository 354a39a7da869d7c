# bcast_write_targets(<file>)
#
# Writes a line for each of our libraries and programs, after all have been declared: its name, its folder
# and what it links, separated by `|`. The drawing in ARCHITECTURE.md is made of it.
function(bcast_write_targets file)
  set(lines "")
  set(folders ${PROJECT_SOURCE_DIR})
  while(folders)
    list(POP_FRONT folders folder)
    get_property(
      below
      DIRECTORY ${folder}
      PROPERTY SUBDIRECTORIES)
    list(APPEND folders ${below})
    get_property(
      targets
      DIRECTORY ${folder}
      PROPERTY BUILDSYSTEM_TARGETS)
    file(RELATIVE_PATH place ${PROJECT_SOURCE_DIR} ${folder})
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type STREQUAL "UTILITY")
        continue()
      endif()
      set(uses "")
      foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES)
        get_target_property(values ${target} ${property})
        foreach(value IN LISTS values)
          # bcast_x, $<BUILD_INTERFACE:bcast_x>, and $<TARGET_OBJECTS:bcast_x> in what filters it
          string(REGEX REPLACE "^.*\\$<[A-Z_]+:([a-z_:]+)>.*$" "\\1" name "${value}")
          if(TARGET "${name}")
            get_target_property(aliased ${name} ALIASED_TARGET)
            if(aliased)
              set(name ${aliased})
            endif()
            list(APPEND uses ${name})
          endif()
        endforeach()
      endforeach()
      list(REMOVE_DUPLICATES uses)
      list(JOIN uses " " uses)
      string(APPEND lines "${target}|${place}|${uses}\n")
    endforeach()
  endwhile()
  file(WRITE ${file} "${lines}")
endfunction()
