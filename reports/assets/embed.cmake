# What the pages are made of besides words: the style and the script, as text in a header of the build folder
# (reports/assets/embedded.h), each with the hash by which a page allows it and nothing else (Content-Security-Policy).
# Whoever edits one of the files builds as usual.

# The hash of a file in the letters that the policy wants (base64 of SHA-256). CMake knows hexadecimal digits only.
function(errata_policy_hash file result)
    set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
    file(SHA256 ${file} digits)
    # 64 digits and two zeros are 11 groups of three bytes; four letters tell a group, of the last one three.
    string(APPEND digits 00)
    set(hash)
    foreach(group RANGE 10)
        math(EXPR begin "${group} * 6")
        string(SUBSTRING ${digits} ${begin} 6 three_bytes)
        foreach(shift 18 12 6 0)
            math(EXPR letter "(0x${three_bytes} >> ${shift}) & 63")
            string(SUBSTRING ${letters} ${letter} 1 letter)
            string(APPEND hash ${letter})
        endforeach()
    endforeach()
    string(REGEX REPLACE "A$" "=" hash ${hash})
    set(${result} sha256-${hash} PARENT_SCOPE)
endfunction()

# errata_embed_assets(TARGET): `target` can include the header.
function(errata_embed_assets target)
    set(header "// Made by the build from the files in reports/assets.\n#pragma once\n\n#include <string_view>\n\n")
    string(APPEND header "namespace errata::reports::html {\n\n")
    foreach(kind css js)
        set(file ${CMAKE_CURRENT_SOURCE_DIR}/assets/report.${kind})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} text)
        errata_policy_hash(${file} hash)
        string(APPEND header "inline constexpr std::string_view report_${kind} = R\"asset(${text})asset\";\n")
        string(APPEND header "inline constexpr std::string_view report_${kind}_hash = \"${hash}\";\n\n")
    endforeach()
    string(APPEND header "}  // namespace errata::reports::html\n")
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    file(CONFIGURE OUTPUT ${folder}/reports/assets/embedded.h CONTENT "@header@" @ONLY)
    target_include_directories(${target} PRIVATE ${folder})
endfunction()
