# What Debian wants of a package's files, done where cpack has gathered them: copyright and changelog in each package's
# folder, manual pages compressed, zsh's completions in Debian's own folder.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
find_program(gzip gzip REQUIRED)

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(share "${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
    set(folder "${share}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    file(MAKE_DIRECTORY "${folder}")
    file(COPY_FILE "${CPACK_RESOURCE_FILE_LICENSE}" "${folder}/copyright")
    file(COPY_FILE "${CPACK_WEFT_CHANGELOG}" "${folder}/changelog")
    file(CHMOD "${folder}/copyright" "${folder}/changelog" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    file(REMOVE "${folder}/LICENSE") # the same as copyright
    file(GLOB manual "${share}/man/man1/*.1")
    execute_process(COMMAND "${gzip}" -9nf "${folder}/changelog" ${manual} COMMAND_ERROR_IS_FATAL ANY)
    if(EXISTS "${share}/zsh/site-functions")
        file(RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
    endif()
endforeach()
