# What the pages are made of besides words: style and script, as texts in a header of the build folder
# (reports/assets/embedded.h), each with the hash by which a page allows it and nothing else
# (Content-Security-Policy). Whoever edits one of the files builds as usual.

# In this order: what stands later overrules.
set(errata_css report.css finding.css print.css)
set(errata_js report.js)

# The hash of a text in the letters that the policy wants (base64 of SHA-256). CMake knows hexadecimal digits.
function(errata_policy_hash text result)
    set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
    string(SHA256 digits "${text}")
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

# errata_embed_assets(TARGET): its sources can include the header.
function(errata_embed_assets target)
    set(header "// Made by the build from the files in reports/assets.\n#pragma once\n\n")
    string(APPEND header "#include <string_view>\n\nnamespace errata::reports::html {\n\n")
    foreach(kind css js)
        set(text)
        foreach(name ${errata_${kind}})
            set(file ${CMAKE_CURRENT_SOURCE_DIR}/assets/${name})
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
            file(READ ${file} part)
            string(APPEND text "${part}")
        endforeach()
        errata_policy_hash("${text}" hash)
        string(APPEND header "inline constexpr std::string_view report_${kind} = R\"asset(${text})asset\";\n")
        string(APPEND header "inline constexpr std::string_view report_${kind}_hash = \"${hash}\";\n\n")
    endforeach()
    string(APPEND header "}  // namespace errata::reports::html\n")
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
    file(CONFIGURE OUTPUT ${folder}/reports/assets/embedded.h CONTENT "@header@" @ONLY)
    target_include_directories(${target} PRIVATE ${folder})
endfunction()
