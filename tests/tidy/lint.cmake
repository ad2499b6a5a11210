# The two targets of scripts/lint. `tidy_tests` holds the rules of the house. `tidy` makes the quick checks of clang-tidy on
# every source of the product: those of a folder are looked at together (look_at), again when one of them, a header, the
# checks or their settings have changed. Tests, and the checks that take several times as long as reading the code, are for
# `scripts/lint --thorough`.
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

# The rules need no product, so they are built in no time.
file(GLOB tidy_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/tidy/*.cpp)
add_executable(tidy_tests EXCLUDE_FROM_ALL ${tidy_sources})
target_include_directories(tidy_tests PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(tidy_tests PRIVATE ERRATA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(tidy_tests PRIVATE errata_flags GTest::gmock GTest::gtest GTest::gtest_main)

set(stamps ${PROJECT_BINARY_DIR}/tidy)
set(looked_at)
foreach(target errata_dsl_grammar errata_dsl errata_compiler errata_checker errata_reports errata)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    # By the groups of the unity build, whether it is one or not.
    set(pieces)
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
        get_source_file_property(group ${source} TARGET_DIRECTORY ${target} UNITY_GROUP)
        list(APPEND pieces ${target}_${group})
        list(APPEND sources_of_${target}_${group} ${source})
    endforeach()
    list(REMOVE_DUPLICATES pieces)
    foreach(piece ${pieces})
        set(some ${sources_of_${piece}})
        add_custom_command(OUTPUT ${stamps}/${piece}
            COMMAND ${PROJECT_SOURCE_DIR}/tests/tidy/look_at ${PROJECT_BINARY_DIR} ${checks} ${stamps}/${piece} ${CMAKE_CXX_COMPILER}
                -std=c++20 "-I$<JOIN:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,;-I>"
                "-D$<JOIN:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,;-D>"
                "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>" -- ${some}
            DEPENDS ${some} ${PROJECT_SOURCE_DIR}/.clang-tidy ${PROJECT_SOURCE_DIR}/tests/tidy/look_at
            DEPFILE ${stamps}/${piece}.d
            COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND looked_at ${stamps}/${piece})
    endforeach()
endforeach()
add_custom_target(tidy DEPENDS ${looked_at})
