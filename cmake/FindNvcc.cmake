# FindNvcc: CUDA's compiler as a command, not as a language, so that a machine without it configures.
#
# Looks at $NVCC, PATH, $CUDA_PATH and the usual install folder. Where WEFT_INSTALL_NVCC is on and
# nothing was found, installs pinned wheels into the build folder.
#   Nvcc_FOUND, Nvcc_VERSION    13.0.88
#   WEFT_NVCC                   nvcc; WEFT_PTXAS and WEFT_FATBINARY lie beside it
#   WEFT_CUDA_INCLUDE_DIR       the folder of cuda.h

find_program(WEFT_NVCC nvcc
    HINTS ENV NVCC_FOLDER
    PATHS ENV CUDA_PATH /usr/local/cuda
    PATH_SUFFIXES bin
    DOC "CUDA's compiler nvcc")
if(DEFINED ENV{NVCC} AND EXISTS "$ENV{NVCC}" AND NOT Nvcc_ENVIRONMENT_SEEN STREQUAL "$ENV{NVCC}")
    set(WEFT_NVCC "$ENV{NVCC}" CACHE FILEPATH "CUDA's compiler nvcc" FORCE)
    unset(WEFT_PTXAS CACHE) # what lay beside another nvcc
    unset(WEFT_FATBINARY CACHE)
    unset(WEFT_CUDA_INCLUDE_DIR CACHE)
    set(Nvcc_ENVIRONMENT_SEEN "$ENV{NVCC}" CACHE INTERNAL "the \$NVCC that WEFT_NVCC came from")
endif()

if(NOT WEFT_NVCC AND WEFT_INSTALL_NVCC)
    execute_process(
        COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/install-nvcc.sh" "${CMAKE_BINARY_DIR}/nvcc"
        OUTPUT_VARIABLE nvcc_installed OUTPUT_STRIP_TRAILING_WHITESPACE
        RESULT_VARIABLE nvcc_result)
    if(nvcc_result EQUAL 0)
        set(WEFT_NVCC "${nvcc_installed}" CACHE FILEPATH "CUDA's compiler nvcc" FORCE)
    endif()
endif()

if(WEFT_NVCC)
    file(REAL_PATH "${WEFT_NVCC}" nvcc_path)
    cmake_path(GET nvcc_path PARENT_PATH nvcc_folder)
    find_program(WEFT_PTXAS ptxas HINTS "${nvcc_folder}" DOC "CUDA's assembler ptxas")
    find_program(WEFT_FATBINARY fatbinary HINTS "${nvcc_folder}" DOC "CUDA's fatbinary")
    find_path(WEFT_CUDA_INCLUDE_DIR cuda.h
        HINTS "${nvcc_folder}/../include" "${nvcc_folder}/../targets/x86_64-linux/include"
              "${nvcc_folder}/../targets/sbsa-linux/include"
        DOC "the folder of cuda.h")
    execute_process(COMMAND "${WEFT_NVCC}" --version OUTPUT_VARIABLE nvcc_text ERROR_QUIET)
    if(nvcc_text MATCHES "V([0-9]+\\.[0-9]+\\.[0-9]+)")
        set(Nvcc_VERSION "${CMAKE_MATCH_1}")
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nvcc
    REQUIRED_VARS WEFT_NVCC WEFT_PTXAS WEFT_FATBINARY WEFT_CUDA_INCLUDE_DIR Nvcc_VERSION
    VERSION_VAR Nvcc_VERSION)
mark_as_advanced(WEFT_NVCC WEFT_PTXAS WEFT_FATBINARY WEFT_CUDA_INCLUDE_DIR)
