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

set(looked_at)
foreach(target errata_dsl_grammar errata_dsl errata_compiler errata_checker errata_reports errata)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source ${sources})
        file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
        file(RELATIVE_PATH object ${folder} ${source})
        string(REPLACE "." "[.]" object "/${target}.dir/[./]*${object}.o$")
        add_custom_command(OUTPUT ${stamps}/${name}
            COMMAND clang-tidy -p ${PROJECT_BINARY_DIR} --quiet --checks=${checks} ${source}
            COMMAND ${CMAKE_COMMAND} -E touch ${stamps}/${name}
            DEPENDS ${source} $<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,${object}>
                    ${PROJECT_SOURCE_DIR}/.clang-tidy ${stamps}/version
            VERBATIM)
        list(APPEND looked_at ${stamps}/${name})
    endforeach()
endforeach()
add_custom_target(tidy DEPENDS ${looked_at})

add_test(NAME tidy/clang_tidy
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target tidy --parallel 2 -- --quiet -k 0)
set_tests_properties(tidy/clang_tidy PROPERTIES LABELS tidy PROCESSORS 2 TIMEOUT 1800)
