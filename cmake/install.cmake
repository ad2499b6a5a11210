# What `cmake --install build/release --prefix P` lays down below P, and the packages that `cpack` makes of the same. The
# program finds its own folder beside itself (../share/errata), so the whole can be moved; the folders below P are fixed.
if(NOT TARGET errata)
    return()
endif()

# The program in the build folder finds the specs of the source in the same way.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/specs ${PROJECT_BINARY_DIR}/share/errata SYMBOLIC)

install(TARGETS errata RUNTIME DESTINATION bin)
install(DIRECTORY specs/library specs/profiles specs/starters specs/tutorial DESTINATION share/errata)

# Documents keep their places, so that links between them hold.
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} docs/*.md docs/*.png)
file(GLOB references CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} dsl/*.md checker/*.md)
file(GLOB_RECURSE recipes CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} recipes/*)
foreach(document README.md CHANGELOG.md LICENSE ${pages} ${references} ${recipes})
    cmake_path(GET document PARENT_PATH folder)
    install(FILES ${document} DESTINATION share/doc/errata/${folder})
endforeach()

# The man page and the completions are written by the program itself, when it is installed.
install(CODE "set(errata_program \"$<TARGET_FILE:errata>\")")
install(CODE "set(errata_generated \"${PROJECT_BINARY_DIR}/generated\")")
install(SCRIPT cmake/install_generated.cmake)

# cpack --config build/release/CPackConfig.cmake [-G TGZ]: a package in build/release/package. That of Debian needs the
# tools `file` and `dpkg-shlibdeps`, which finds the libraries that the program needs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGE_NAME errata)
set(CPACK_PACKAGE_VENDOR "Errata")
# Whoever hands packages to others puts their own name and address here: cpack -D CPACK_PACKAGE_CONTACT="...".
set(CPACK_PACKAGE_CONTACT "The maintainers of Errata <maintainers@errata.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGE_DESCRIPTION "You write cards, terrain and rules in a language that reads like the printed
text. Errata looks for rules that contradict each other, loops that never end,
choices without an option, orders that nobody decides and cards that can
never do anything. Every finding comes with the smallest game that shows it.")
include(CPack)
