# Which Errata this is. The version goes into a header that one source reads (reports/version.cpp). The commit goes into a
# source of its own, written again at each build but only if it has changed: when the commit changes, one small file is
# compiled and the program is linked. Without `.git` (a tarball) there is no commit.

# errata_version_header(TARGET): its sources can include reports/version_numbers.h.
function(errata_version_header target)
    set(folder ${PROJECT_BINARY_DIR}/version)
    set(header "// Made by the build from the project's CMakeLists.txt.\n#pragma once\n\n")
    string(APPEND header "#define ERRATA_VERSION \"${PROJECT_VERSION}\"\n")
    string(APPEND header "#define ERRATA_BOOST_VERSION \"${Boost_VERSION_STRING}\"\n")
    file(CONFIGURE OUTPUT ${folder}/reports/version_numbers.h CONTENT "@header@" @ONLY)
    target_include_directories(${target} PRIVATE ${folder})
    # Compiled alone, so that a new version compiles nothing else.
    set_source_files_properties(version.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# errata_commit(TARGET): the program that tells the commit (reports/cli/commit.h).
function(errata_commit target)
    set(source ${PROJECT_BINARY_DIR}/version/commit.cpp)
    add_custom_target(errata_commit_source BYPRODUCTS ${source}
        COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DSOURCE=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake
        COMMENT "Asking git for the commit" VERBATIM)
    add_library(errata_commit OBJECT ${source})
    target_include_directories(errata_commit PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(errata_commit PRIVATE errata_flags)
    add_dependencies(errata_commit errata_commit_source)
    target_link_libraries(${target} PRIVATE errata_commit)
endfunction()
