# The target `tidy`: the quick checks of clang-tidy on every source of the product. A source is looked at again when it, a
# header of it (the build knows: then its object is made again), the checks or their settings have changed. The test
# tidy/clang_tidy brings the target up to date. Tests, and the checks that take several times as long as reading the code:
# scripts/tidy.
string(JOIN "," checks
    -*
    bugprone-dangling-handle
    bugprone-use-after-move
    clang-diagnostic-*
    misc-redundant-expression
    misc-unused-using-decls
    performance-*
    -performance-inefficient-string-concatenation
    readability-identifier-naming)

set(stamps ${PROJECT_BINARY_DIR}/tidy)
add_custom_command(OUTPUT ${stamps}/version
    COMMAND sh -c "clang-tidy --version >'${stamps}/version' || { echo 'clang-tidy is missing; scripts/setup tools'; exit 1; }"
    VERBATIM)

# Sources of one folder that are looked at together (look_at).
set(most_together 8)

# Adds a look at `some`, the sources from `first` on, and empties it.
macro(look_at_them)
    list(GET some 0 first)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${first})
    set(objects)
    foreach(source ${some})
        file(RELATIVE_PATH object ${folder} ${source})
        string(REPLACE "." "[.]" object "/${target}.dir/[./]*${object}.o$")
        list(APPEND objects $<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,${object}>)
    endforeach()
    add_custom_command(OUTPUT ${stamps}/${name}
        COMMAND ${PROJECT_SOURCE_DIR}/tests/tidy/look_at ${PROJECT_BINARY_DIR} ${checks} ${stamps}/${name}.piece.cpp
            -std=c++20 "-I$<JOIN:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,;-I>"
            "-D$<JOIN:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,;-D>"
            "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>" -- ${some}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamps}/${name}
        DEPENDS ${some} ${objects} ${PROJECT_SOURCE_DIR}/.clang-tidy ${PROJECT_SOURCE_DIR}/tests/tidy/look_at
                ${stamps}/version
        COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND looked_at ${stamps}/${name})
    set(some)
endmacro()

set(looked_at)
foreach(target errata_dsl_grammar errata_dsl errata_compiler errata_checker errata_reports errata)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(some)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
        cmake_path(GET source PARENT_PATH place)
        list(LENGTH some count)
        if(count EQUAL most_together OR (some AND NOT place STREQUAL place_of_some))
            look_at_them()
        endif()
        set(place_of_some ${place})
        list(APPEND some ${source})
    endforeach()
    look_at_them()
endforeach()
add_custom_target(tidy DEPENDS ${looked_at})

add_test(NAME tidy/clang_tidy
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target tidy --parallel 2 -- --quiet -k 0)
set_tests_properties(tidy/clang_tidy PROPERTIES LABELS tidy PROCESSORS 2 TIMEOUT 1800)
