# weft_python_package: annotated C files become a Python package.
#
#   weft_python_package(PACKAGE SOURCES a.c b.c [FOLDER folder] [any argument of weft_add_ufuncs])
#
# builds libPACKAGE.so and, beside it in FOLDER (default: PACKAGE in the current binary folder),
# __init__.py and __init__.pyi, and installs them as the folder PACKAGE of the prefix: what
# scikit-build-core makes a wheel of. The library is of no Python and needs libc alone; the package
# `weft` opens it.

function(weft_python_package package)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "")
    if(NOT package MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message(FATAL_ERROR "weft_python_package(${package}): import cannot name a package so; letters, digits and _ "
                            "alone")
    endif()
    if(NOT arg_FOLDER)
        set(arg_FOLDER "${CMAKE_CURRENT_BINARY_DIR}/${package}")
    endif()
    add_library(${package} MODULE)
    set_target_properties(${package} PROPERTIES LINKER_LANGUAGE C PREFIX lib SUFFIX .so
        LIBRARY_OUTPUT_DIRECTORY "${arg_FOLDER}")
    target_link_options(${package} PRIVATE -Wl,--as-needed)
    weft_add_ufuncs(${package} ${arg_UNPARSED_ARGUMENTS})
    add_custom_command(TARGET ${package} POST_BUILD
        COMMAND Weft::tool python "$<TARGET_FILE:${package}>" -o "${arg_FOLDER}"
        COMMENT "weft python for ${package}" VERBATIM)
    install(TARGETS ${package} LIBRARY DESTINATION "${package}")
    install(FILES "${arg_FOLDER}/__init__.py" "${arg_FOLDER}/__init__.pyi" DESTINATION "${package}")
endfunction()
