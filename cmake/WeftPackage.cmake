# Packages: `cpack -G DEB` in a build folder makes one for each component, `cpack -G TGZ` one archive.
# What a finished program needs, libweft0 and libweft-std0, depends on neither LLVM nor CUDA.
set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_VENDOR "Weft")
set(CPACK_PACKAGE_CONTACT "The Weft developers <weft@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_WEFT_CHANGELOG "${PROJECT_SOURCE_DIR}/docs/changelog.md")
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_COMPONENTS_ALL runtime dev tool)
set(CPACK_COMPONENT_DEV_DEPENDS runtime)
set(CPACK_COMPONENT_TOOL_DEPENDS dev)
if(TARGET weft_std)
    list(APPEND CPACK_COMPONENTS_ALL std)
    set(CPACK_COMPONENT_STD_DEPENDS runtime)
    list(APPEND CPACK_COMPONENT_DEV_DEPENDS std)
endif()
if(TARGET weft_std_gpu)
    list(APPEND CPACK_COMPONENTS_ALL std_gpu)
    set(CPACK_COMPONENT_STD_GPU_DEPENDS std)
    set(CPACK_DEBIAN_STD_PACKAGE_RECOMMENDS libweft-std-gpu0)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/runtime")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libweft0)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_STD_PACKAGE_NAME libweft-std0)
set(CPACK_DEBIAN_STD_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_STD_GPU_PACKAGE_NAME libweft-std-gpu0)
set(CPACK_DEBIAN_STD_GPU_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_STD_GPU_PACKAGE_SHLIBDEPS OFF) # it is data
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libweft-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME weft)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION devel)
if(WEFT_LIBCLANG MATCHES "/llvm-([0-9]+)/") # of which <stddef.h>, <tgmath.h> and their like are a package of their own
    set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libclang-common-${CMAKE_MATCH_1}-dev")
endif()
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "gcc, libc6-dev, cmake, ninja-build, pkg-config")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Weft's runtime: calls of array functions
 Broadcasts operands and runs array functions that the weft tool has compiled: on one core, on all
 cores, or on an NVIDIA GPU where its driver is installed.")
set(CPACK_COMPONENT_STD_DESCRIPTION "Weft's array functions
 NumPy's arithmetic, comparisons, bit operations and linear algebra as compiled array functions.")
set(CPACK_COMPONENT_STD_GPU_DESCRIPTION "Weft's array functions on NVIDIA GPUs
 The GPU code of libweft-std0, which takes it where it is installed.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers and build files of Weft
 What C programs and CMake projects need to call array functions.")
set(CPACK_COMPONENT_TOOL_DESCRIPTION "Array functions from annotated C
 Turns annotated scalar C functions into functions of whole arrays, for one core, all cores and
 NVIDIA GPUs.")
include(CPack)
