# What an editor tells of a word of the language: of each section of docs/reference its heading, its one line
# and its form, as rows in a header of the build folder (reports/lsp/constructs_embedded.h). Whoever edits a
# page builds as usual.

# errata_embed_constructs(TARGET): its sources can include the header.
function(errata_embed_constructs target)
    set(rows)
    file(GLOB pages ${PROJECT_SOURCE_DIR}/docs/reference/*.md)
    foreach(page ${pages})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
        cmake_path(GET page FILENAME name)
        file(READ ${page} text)
        # Lists of CMake know semicolons and brackets; they wait as signs that no page has.
        string(ASCII 1 semicolon)
        string(ASCII 2 open)
        string(ASCII 3 close)
        string(REPLACE ";" "${semicolon}" text "${text}")
        string(REPLACE "[" "${open}" text "${text}")
        string(REPLACE "]" "${close}" text "${text}")
        string(REGEX MATCHALL "\n## [^\n]+\n\n> \\*\\*In one line:\\*\\* [^\n]+\n(> [^\n]+\n)*\n\\*\\*Form\\*\\*\n\n```text\n[^`]*```"
               sections "${text}")
        foreach(section ${sections})
            string(REGEX REPLACE "^\n## ([^\n]+)\n.*$" "\\1" heading "${section}")
            string(REGEX REPLACE "^.*\\*\\*In one line:\\*\\* ([^*]+)\n\n\\*\\*Form.*$" "\\1" line "${section}")
            string(REPLACE "\n> " " " line "${line}")
            string(REGEX REPLACE "^.*```text\n(.*)\n```$" "\\1" form "${section}")
            foreach(part heading line form)
                string(REPLACE "${semicolon}" ";" ${part} "${${part}}")
                string(REPLACE "${open}" "[" ${part} "${${part}}")
                string(REPLACE "${close}" "]" ${part} "${${part}}")
            endforeach()
            string(APPEND rows "    {R\"row(${heading})row\", \"${name}\",\n     R\"row(${line})row\",\n"
                               "     R\"row(${form})row\"},\n")
        endforeach()
    endforeach()
    set(header "// Made by the build from docs/reference.\n#pragma once\n\n#include \"reports/lsp/constructs.h\"\n\n")
    string(APPEND header "namespace errata::reports::lsp {\n\ninline constexpr Construct embedded_constructs[] = {\n")
    string(APPEND header "${rows}};\n\n}  // namespace errata::reports::lsp\n")
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    file(CONFIGURE OUTPUT ${folder}/reports/lsp/constructs_embedded.h CONTENT "@header@" @ONLY)
    target_include_directories(${target} PRIVATE ${folder})
endfunction()
