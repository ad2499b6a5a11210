# A step of the installation (install.cmake): what the program writes about its command line goes to where man and the shells
# look for it.
function(errata_install_generated form folder name)
    set(file ${errata_generated}/${form}/${name})
    file(MAKE_DIRECTORY ${errata_generated}/${form})
    execute_process(COMMAND ${errata_program} --generate ${form} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
    file(INSTALL ${file} DESTINATION ${CMAKE_INSTALL_PREFIX}/share/${folder})
endfunction()

# In a package of Debian zsh looks into another folder, and the licence has another name.
set(zsh_folder zsh/site-functions)
if(CMAKE_INSTALL_PREFIX MATCHES "/usr$")
    set(zsh_folder zsh/vendor-completions)
    file(INSTALL ${CMAKE_CURRENT_LIST_DIR}/../LICENSE DESTINATION ${CMAKE_INSTALL_PREFIX}/share/doc/errata RENAME copyright)
endif()

errata_install_generated(man man/man1 errata.1)
errata_install_generated(bash bash-completion/completions errata)
errata_install_generated(zsh ${zsh_folder} _errata)
errata_install_generated(fish fish/vendor_completions.d errata.fish)
