# Unity builds: the sources of one folder are compiled together, because most of the time of a single source goes into the
# headers that it shares with its neighbours. The launcher and tests/run build so; the presets for development, lint and
# sanitizers compile each source alone, so that a change rebuilds little and a missing include is seen.
#
# What this asks of the sources: names in unnamed namespaces are unique within a folder.
option(ERRATA_UNITY "Compile the sources of a folder together" OFF)

# errata_unity(TARGET [TOGETHER folder...] [AT_MOST KILOBYTES]): the sources of a target, grouped by folder. A folder of
# TOGETHER is one group with all folders below it. A group is cut into equal parts of at most so many kilobytes of source:
# the compiler takes about 5 MB of memory for each (measured: 100 kB of source, 500 MB). The lint looks at the same groups.
function(errata_unity target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "AT_MOST" "TOGETHER")
    if(NOT arg_AT_MOST)
        set(arg_AT_MOST 130)
    endif()
    math(EXPR most "${arg_AT_MOST} * 1024")
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(SORT sources)

    # The sources and their size in bytes, by group.
    set(groups)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
        cmake_path(GET source PARENT_PATH group)
        cmake_path(RELATIVE_PATH group BASE_DIRECTORY ${folder})
        foreach(together ${arg_TOGETHER})
            if(group STREQUAL together OR group MATCHES "^${together}/")
                set(group ${together})
            endif()
        endforeach()
        string(MAKE_C_IDENTIFIER "${group}" group)
        list(APPEND groups ${group})
        list(APPEND sources_${group} ${source})
        file(SIZE ${source} bytes)
        math(EXPR bytes_${group} "0${bytes_${group}} + ${bytes}")
    endforeach()
    list(REMOVE_DUPLICATES groups)

    foreach(group ${groups})
        math(EXPR parts "(${bytes_${group}} + ${most} - 1) / ${most}")
        set(before 0)
        foreach(source ${sources_${group}})
            file(SIZE ${source} bytes)
            # The part in which the middle of the source lies.
            math(EXPR part "(${before} + ${bytes} / 2) * ${parts} / ${bytes_${group}}")
            math(EXPR before "${before} + ${bytes}")
            set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}_${part}")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ERRATA_UNITY} UNITY_BUILD_MODE GROUP)
endfunction()
