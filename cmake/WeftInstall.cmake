# Install rules: libraries, headers, device templates, the tool, its manual page, the pages and examples, the packages
# for CMake and pkg-config.
include(CMakePackageConfigHelpers)

set(WEFT_CONFIG_FOLDER "${CMAKE_INSTALL_LIBDIR}/cmake/Weft")

# What a finished program needs is apart from what builds it: components runtime, std, dev, tool. Each of the
# last two may be absent where dev is, so each has a file of targets of its own.
function(weft_install_target target component export)
    install(TARGETS ${target} EXPORT ${export}
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${component}
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component}
            NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
endfunction()
weft_install_target(weft_runtime runtime WeftTargets)
weft_install_target(weft tool WeftToolTarget)
if(TARGET weft_std)
    weft_install_target(weft_std std WeftStdTarget)
endif()
if(TARGET weft_std_gpu) # opened, never linked
    install(TARGETS weft_std_gpu LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT std_gpu NAMELINK_SKIP)
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(EXPORT WeftTargets NAMESPACE Weft:: DESTINATION "${WEFT_CONFIG_FOLDER}")
install(EXPORT WeftToolTarget NAMESPACE Weft:: DESTINATION "${WEFT_CONFIG_FOLDER}" COMPONENT tool)
if(TARGET weft_std)
    install(EXPORT WeftStdTarget NAMESPACE Weft:: DESTINATION "${WEFT_CONFIG_FOLDER}")
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/" TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/device/"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/weft/device"
    FILES_MATCHING PATTERN "*.cuh" PATTERN "*.h")
if(TARGET weft_std)
    foreach(stem IN LISTS WEFT_STD_STEMS)
        install(FILES "${PROJECT_SOURCE_DIR}/generated/${stem}.h"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/weft/std")
    endforeach()
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples/new_project"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/weft" COMPONENT tool)
install(FILES "${PROJECT_SOURCE_DIR}/docs/weft.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT tool)
set(completion "${PROJECT_SOURCE_DIR}/generator/completion")
install(FILES "${completion}/weft.bash" RENAME weft COMPONENT tool
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${completion}/_weft" COMPONENT tool
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${completion}/weft.fish" COMPONENT tool
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
set(folder "${CMAKE_INSTALL_DATAROOTDIR}/doc/weft")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${folder}" COMPONENT tool)
if(NOT DEFINED SKBUILD) # not in a wheel
    # As in the sources, so that links between the pages hold.
    install(FILES "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${folder}" COMPONENT tool)
    foreach(name docs examples signatures)
        install(DIRECTORY "${PROJECT_SOURCE_DIR}/${name}" DESTINATION "${folder}" COMPONENT tool
            PATTERN __pycache__ EXCLUDE PATTERN site EXCLUDE PATTERN build-site.sh EXCLUDE
            PATTERN quickstart.sh EXCLUDE PATTERN weft.1 EXCLUDE)
    endforeach()
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/WeftConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/WeftConfig.cmake"
    INSTALL_DESTINATION "${WEFT_CONFIG_FOLDER}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/WeftConfig.cmake"
    "${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/WeftUfuncs.cmake" "${CMAKE_CURRENT_LIST_DIR}/WeftKernelFlags.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/WeftFatbin.cmake" "${CMAKE_CURRENT_LIST_DIR}/WeftPython.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/FindNvcc.cmake" "${CMAKE_CURRENT_LIST_DIR}/install-nvcc.sh"
    "${CMAKE_CURRENT_LIST_DIR}/image.S.in" "${CMAKE_CURRENT_LIST_DIR}/link.sh"
    DESTINATION "${WEFT_CONFIG_FOLDER}")

set(WEFT_PRIVATE_LIBRARIES "-lm -ldl -lpthread")
if(WEFT_OPENMP)
    string(APPEND WEFT_PRIVATE_LIBRARIES " -fopenmp")
endif()
# Relative, so that an installed tree can be moved.
file(RELATIVE_PATH WEFT_PREFIX_FROM_PKGCONFIG "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file("${CMAKE_CURRENT_LIST_DIR}/weft.pc.in" "${PROJECT_BINARY_DIR}/weft.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/weft.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET weft_std)
    configure_file("${CMAKE_CURRENT_LIST_DIR}/weft_std.pc.in" "${PROJECT_BINARY_DIR}/weft_std.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/weft_std.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
unset(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME)
