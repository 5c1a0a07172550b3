# weft_fatbin: one CUDA source becomes one fatbin for many architectures, without CMake's language
# CUDA.
#
#   weft_fatbin(OUT.fatbin SOURCE.cu FLAGS_FILE ARCHITECTURE… [REFUSED variable] [KERNELS ALL|SAME|LEVEL])
#
# nvcc compiles to PTX once per feature level, ptxas assembles each architecture from the highest
# level not above it, all edges side by side; fatbinary packs them with the PTX of the highest
# level, for GPUs newer than all of them. FLAGS_FILE holds further options of nvcc, one per line;
# "" for none. REFUSED, of a .cu that the tool has generated: a kernel that nvcc or ptxas refuses costs
# no other, and `variable` is set to the headers, one per level, that say so to the .table.c; then
# ptxas is run behind nvcc, for who refuses is asked with both. KERNELS SAME: only those whose code is the same at
# every level, compiled once, at the lowest; LEVEL: only the others.
# Needs WEFT_NVCC, WEFT_PTXAS and WEFT_FATBINARY (FindNvcc.cmake). WEFT_PTXAS_FLAGS are ptxas's, too; WEFT_COMPRESS_IMAGES,
# if it is set, is fatbinary's mode: `size`, what ships, takes as long as some ptxas. WEFT_IMAGE_CACHE, if it is set, is a
# folder where what each tool made is kept between builds, by the contents that it was made of.

include_guard(DIRECTORY)

# Where weft_device.cuh and the public headers lie: installed, WeftConfig.cmake says it. In the cache,
# because functions are known in all directories but variables are not.
set(weft_device "${WEFT_DEVICE_FOLDER}")
set(weft_public "${WEFT_DEVICE_INCLUDE_FOLDER}")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../runtime/device/weft_device.cuh")
    cmake_path(SET weft_device NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../runtime/device")
    cmake_path(SET weft_public NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../runtime/include")
elseif(NOT weft_public)
    cmake_path(SET weft_public NORMALIZE "${weft_device}/../..")
endif()
set(WEFT_DEVICE_FOLDER "${weft_device}" CACHE INTERNAL "")
set(WEFT_DEVICE_INCLUDE_FOLDER "${weft_public}" CACHE INTERNAL "")
unset(weft_device)
unset(weft_public)

# The architectures below the second level have no asynchronous copies in bulk.
set(WEFT_FEATURE_LEVELS 75 90 CACHE INTERNAL "")
set(WEFT_NVCC_FLAGS -std=c++20 -w CACHE INTERNAL "")

# Sets `variable` to the highest feature level not above the architecture.
function(weft_feature_level variable architecture)
    set(${variable} "" PARENT_SCOPE)
    foreach(level IN LISTS WEFT_FEATURE_LEVELS)
        if(level LESS_EQUAL architecture)
            set(${variable} ${level} PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# Sets `variable` to what stands before a command that makes `output` of the inputs, so that it is taken from the cache.
function(weft_cached variable output depfile)
    set(${variable} "" PARENT_SCOPE)
    if(WEFT_IMAGE_CACHE)
        set(${variable} sh "${WEFT_CMAKE_FOLDER}/cached.sh" "${WEFT_IMAGE_CACHE}" "${output}" "${depfile}" ${ARGN} --
            PARENT_SCOPE)
    endif()
endfunction()

# Adds the edge from a .cu to the PTX of one level, with definitions for nvcc. With `refused`, a header, also to that and to the
# cubins of the architectures behind it; "" for none.
function(weft_ptx output source flags_file level definitions refused)
    foreach(path IN ITEMS "${output}" "${source}" "${WEFT_DEVICE_FOLDER}")
        if(path MATCHES "[$`\"\\\\]") # nvcc puts its arguments between " and hands them to a shell
            message(FATAL_ERROR "the gpu target: nvcc would hand ${path} to a shell, which reads "
                                "$, `, \" and \\ in another way; build in another folder")
        endif()
    endforeach()
    set(flags ${definitions})
    if(flags_file)
        list(APPEND flags --options-file "${flags_file}")
    endif()
    weft_cached(tool "${output}" "${output}.d" "${source}" ${flags_file})
    set(made_by "")
    set(cubins "")
    set(assembly "")
    if(refused)
        set(tool Weft::tool ptx "${source}" "--refused=${refused}" --)
        set(made_by $<TARGET_FILE:Weft::tool>) # it writes into the PTX, too
        foreach(architecture IN LISTS ARGN)
            weft_cubin(cubin command "${output}" ${architecture})
            list(APPEND cubins "${cubin}")
            list(APPEND assembly -- ${command})
        endforeach()
    endif()
    cmake_path(GET source FILENAME name)
    add_custom_command(
        OUTPUT "${output}" ${refused} ${cubins}
        COMMAND ${tool} "${WEFT_NVCC}" -ptx -arch=compute_${level} ${WEFT_NVCC_FLAGS}
            "-I${WEFT_DEVICE_FOLDER}" "-I${WEFT_DEVICE_INCLUDE_FOLDER}" ${flags}
            -MD -MF "${output}.d" -MT "${output}" "${source}" -o "${output}"
            ${assembly}
        DEPENDS "${source}" ${flags_file} ${made_by}
        DEPFILE "${output}.d"
        COMMENT "nvcc -ptx ${name} (${level})"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Sets `variable` to the cubin that ptxas makes of some PTX for an architecture, and `command` to how.
function(weft_cubin variable command ptx architecture)
    string(REGEX REPLACE "\\.[0-9]+\\.ptx$" ".sm_${architecture}.cubin" cubin "${ptx}")
    set(${variable} "${cubin}" PARENT_SCOPE)
    set(${command} "${WEFT_PTXAS}" ${WEFT_PTXAS_FLAGS} -arch=sm_${architecture} "${ptx}" -o "${cubin}" PARENT_SCOPE)
endfunction()

function(weft_fatbin output source flags_file)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "REFUSED;KERNELS" "")
    set(architectures ${arg_UNPARSED_ARGUMENTS})
    if(arg_REFUSED)
        set(${arg_REFUSED} "" PARENT_SCOPE)
    endif()
    if(NOT architectures)
        message(FATAL_ERROR "weft_fatbin(${output}): no architecture is given")
    endif()
    cmake_path(GET source FILENAME name)
    cmake_path(GET output PARENT_PATH folder)
    cmake_path(REMOVE_EXTENSION output LAST_ONLY OUTPUT_VARIABLE stem)
    file(MAKE_DIRECTORY "${folder}")
    if(WEFT_EMPTY_IMAGES) # a fatbin's magic number, for tests over a stand-in for the driver
        string(ASCII 80 237 85 186 magic)
        file(CONFIGURE OUTPUT "${output}" CONTENT "${magic}" @ONLY)
        return()
    endif()
    list(REMOVE_DUPLICATES architectures)
    list(SORT architectures COMPARE NATURAL)

    set(levels "")
    set(images "")
    set(files "")
    set(headers "")
    set(definitions "")
    if(arg_KERNELS AND NOT arg_KERNELS STREQUAL "ALL")
        set(definitions -DWEFT_KERNELS=WEFT_${arg_KERNELS}_KERNELS)
    endif()
    foreach(architecture IN LISTS architectures)
        weft_feature_level(level ${architecture})
        if(level AND arg_KERNELS STREQUAL "SAME")
            list(GET WEFT_FEATURE_LEVELS 0 level)
        endif()
        if(NOT level)
            message(FATAL_ERROR "weft_fatbin(${output}): architecture ${architecture} is older "
                                "than all that Weft serves (${WEFT_FEATURE_LEVELS} and up)")
        endif()
        if(NOT level IN_LIST levels)
            list(APPEND levels ${level})
            set(architectures_${level} "")
        endif()
        list(APPEND architectures_${level} ${architecture})
    endforeach()
    foreach(level IN LISTS levels)
        set(ptx "${stem}.${level}.ptx")
        set(refused "")
        if(arg_REFUSED)
            set(refused "${stem}.${level}.refused.h")
            list(APPEND headers "${refused}")
        endif()
        weft_ptx("${ptx}" "${source}" "${flags_file}" ${level} "${definitions}" "${refused}"
            ${architectures_${level}})
        foreach(architecture IN LISTS architectures_${level})
            weft_cubin(cubin command "${ptx}" ${architecture})
            if(NOT refused)
                weft_cached(tool "${cubin}" - "${ptx}")
                add_custom_command(
                    OUTPUT "${cubin}"
                    COMMAND ${tool} ${command}
                    DEPENDS "${ptx}"
                    COMMENT "ptxas ${name} (sm_${architecture})"
                    VERBATIM)
            endif()
            list(APPEND images "--image3=kind=elf,sm=${architecture},file=${cubin}")
            list(APPEND files "${cubin}")
        endforeach()
    endforeach()

    list(GET levels -1 highest)
    set(compress size)
    if(WEFT_COMPRESS_IMAGES)
        set(compress "${WEFT_COMPRESS_IMAGES}")
    endif()
    set(tool "")
    if(NOT arg_REFUSED)
        weft_cached(tool "${output}" - ${files} "${stem}.${highest}.ptx")
    endif()
    add_custom_command(
        OUTPUT "${output}"
        COMMAND ${tool} "${WEFT_FATBINARY}" -64 "--create=${output}" --compress-mode=${compress} ${images}
            "--image3=kind=ptx,sm=${highest},file=${stem}.${highest}.ptx"
        DEPENDS ${files} "${stem}.${highest}.ptx"
        COMMENT "fatbinary ${name}"
        VERBATIM)
    if(arg_REFUSED)
        set(${arg_REFUSED} "${headers}" PARENT_SCOPE)
    endif()
endfunction()
