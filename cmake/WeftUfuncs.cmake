# weft_add_ufuncs: annotated C files become ufuncs of a target.
#
#   weft_add_ufuncs(TARGET SOURCES a.c b.c
#       [TARGETS cpu parallel gpu]        default: cpu parallel, and gpu where nvcc was found
#       [PREFIX p_]                       of the typed entries, instead of weft_
#       [CUDA_ARCHITECTURES 80 90 …]      default: WEFT_CUDA_ARCHITECTURES
#       [FOREIGN_SOURCES x.c …]           definitions of declared functions (weft --source)
#       [DEVICE_SOURCES x.cuh …]          CUDA C++ of functions with WEFT_DEVICE_TWIN or WEFT_LAUNCH (weft --device-source)
#       [OPTIONS …])                      further options of `weft generate`
#
# Call it in the directory that made TARGET, of a project with LANGUAGES C, and ASM for the gpu target.
# Include directories and definitions of TARGET are also those of the annotated files. The generated
# header of a.c is "a.h". A shared TARGET can be opened by `weft run` and weft_library_open.
#
#   weft_add_generated(TARGET FOLDER folder STEMS a b [LIBRARY] [TARGETS …] [CUDA_ARCHITECTURES …])
#
# The second half of it: compiles what the generator wrote earlier, and needs no generator.

include_guard(DIRECTORY)
include(CheckCCompilerFlag)

# In the cache, because functions are known in all directories but variables are not: a project that
# has Weft as a subdirectory calls them from outside.
set(WEFT_CMAKE_FOLDER "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "")
if(NOT WEFT_CUDA_ARCHITECTURES)
    set(WEFT_CUDA_ARCHITECTURES 75 80 86 89 90 100 120)
endif()
include("${WEFT_CMAKE_FOLDER}/WeftFatbin.cmake")

# What this compiler and this machine make of the list of flags, for all directories.
include("${WEFT_CMAKE_FOLDER}/WeftKernelFlags.cmake")
foreach(choice IN LISTS weft_kernel_optional)
    string(REPLACE "|" ";" choice "${choice}")
    foreach(flag IN LISTS choice)
        string(MAKE_C_IDENTIFIER "WEFT_HAS${flag}" known)
        check_c_compiler_flag(${flag} ${known})
        if(${known})
            list(APPEND weft_kernel_flags ${flag})
            break()
        endif()
    endforeach()
endforeach()
if(WEFT_SANITIZE) # instrumented loops gain nothing from -O3, but take minutes
    list(TRANSFORM weft_kernel_flags REPLACE "^-O3$" -O1)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND weft_kernel_isas ${weft_kernel_isas_x86_64})
endif()
set(WEFT_KERNEL_FLAGS ${weft_kernel_flags} CACHE INTERNAL "")
set(WEFT_KERNEL_ISAS ${weft_kernel_isas} CACHE INTERNAL "")
foreach(isa IN LISTS weft_kernel_isas)
    set(WEFT_KERNEL_FLAGS_${isa} ${weft_kernel_flags_${isa}} CACHE INTERNAL "")
    unset(weft_kernel_flags_${isa})
endforeach()
foreach(name IN ITEMS flags optional isas isas_x86_64) # the caller's folder is not ours
    unset(weft_kernel_${name})
endforeach()

# Custom commands belong to a directory: called elsewhere, nothing would be generated, silently.
function(weft_check_target function target)
    if(NOT TARGET ${target})
        message(FATAL_ERROR "${function}: there is no target ${target}")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    get_target_property(imported ${target} IMPORTED)
    get_target_property(type ${target} TYPE)
    if(aliased)
        message(FATAL_ERROR "${function}(${target}): that is another name of ${aliased}; say ${aliased}")
    elseif(imported)
        message(FATAL_ERROR "${function}(${target}): an imported target is not built here; make a library of your own")
    elseif(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
        message(FATAL_ERROR "${function}(${target}): nothing is compiled into it (${type}); the target must be an "
                            "executable or a STATIC, SHARED, MODULE or OBJECT library")
    endif()
    get_target_property(directory ${target} SOURCE_DIR)
    if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
        message(FATAL_ERROR "${function}(${target}): call it in ${directory}, the directory that "
                            "made the target")
    endif()
    if(CMAKE_CURRENT_BINARY_DIR MATCHES "[#<>]") # its commands refuse them, in words that name none of ours
        message(FATAL_ERROR "${function}(${target}): CMake makes no files in a folder whose path has #, < or > "
                            "(${CMAKE_CURRENT_BINARY_DIR}); build in another folder")
    endif()
    if(target STREQUAL "weft")
        message(FATAL_ERROR "${function}(weft): call the target otherwise; weft/ in the build folder is "
                            "the folder of what is generated")
    endif()
    get_target_property(has_ufuncs ${target} WEFT_HAS_UFUNCS)
    if(has_ufuncs)
        message(FATAL_ERROR "${function}(${target}): the target has ufuncs already; give all sources "
                            "to one call")
    endif()
endfunction()

# Fails where a file is absent; a word in capitals was meant for a keyword.
function(weft_check_files function target keywords)
    foreach(file IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
        get_source_file_property(generated "${path}" GENERATED)
        if(generated OR (EXISTS "${path}" AND NOT IS_DIRECTORY "${path}"))
            continue()
        endif()
        if(file MATCHES "^[A-Z_]+$")
            list(JOIN keywords ", " names)
            message(FATAL_ERROR "${function}(${target}): unknown keyword ${file}; there are ${names}")
        endif()
        message(FATAL_ERROR "${function}(${target}): there is no file ${path}")
    endforeach()
endfunction()

# Fails where CMake does not take a file for C, of which Weft's sources are.
function(weft_check_language function target)
    foreach(file IN LISTS ARGN)
        cmake_path(GET file EXTENSION LAST_ONLY ending)
        get_source_file_property(language "${file}" LANGUAGE)
        string(REGEX REPLACE "^\\." "" ending "${ending}")
        if(NOT language STREQUAL "C" AND (language OR NOT ending IN_LIST CMAKE_C_SOURCE_FILE_EXTENSIONS))
            message(FATAL_ERROR "${function}(${target}): ${file} is no C to CMake; call it .c, or say "
                                "set_source_files_properties(${file} PROPERTIES LANGUAGE C)")
        endif()
    endforeach()
endfunction()

# Fails where arguments that a function needs are missing, or some are left over.
function(weft_check_arguments function target needed unknown)
    if(unknown)
        list(JOIN unknown " " words)
        message(FATAL_ERROR "${function}(${target}): unknown arguments: ${words}")
    endif()
    foreach(name IN LISTS needed)
        if(NOT arg_${name})
            message(FATAL_ERROR "${function}(${target}): ${name} is missing")
        endif()
    endforeach()
endfunction()

# Sets `variable` to the targets wanted; without TARGETS, gpu is among them where nvcc is.
function(weft_choose_targets variable function wanted)
    set(hosts cpu parallel)
    set(all ${hosts} gpu)
    list(JOIN all ", " names)
    if(NOT wanted)
        set(wanted ${hosts})
        if(WEFT_CUDA AND WEFT_NVCC)
            list(APPEND wanted gpu)
        endif()
    endif()
    foreach(target IN LISTS wanted)
        if(NOT target IN_LIST all)
            message(FATAL_ERROR "${function}: unknown target ${target}; there are ${names}")
        endif()
    endforeach()
    if("gpu" IN_LIST wanted AND NOT WEFT_NVCC)
        message(FATAL_ERROR "${function}: the gpu target needs nvcc, which was not found in $NVCC, "
                            "PATH, $CUDA_PATH or /usr/local/cuda")
    endif()
    set(${variable} ${wanted} PARENT_SCOPE)
endfunction()

# Sets `variable` to the KERNELS of each weft_fatbin of a generated .cu: where there are several feature levels, those that
# are the same at all are compiled once.
function(weft_choose_kernels variable stem)
    set(levels "")
    foreach(architecture IN LISTS ARGN)
        weft_feature_level(level ${architecture})
        list(APPEND levels ${level})
    endforeach()
    list(REMOVE_DUPLICATES levels)
    list(LENGTH levels count)
    file(READ "${stem}.body.h" text)
    file(READ "${stem}.cu" folds)
    string(APPEND text "${folds}")
    set(kernels ALL)
    if(count GREATER 1 AND text MATCHES "WEFT_ELEMENTWISE_LOOP|WEFT_TEAMED [12]")
        set(kernels SAME)
        if(text MATCHES "WEFT_CORE_LOOP|WEFT_FOLD") # also of rows, columns and their like
            list(APPEND kernels LEVEL)
        endif()
    endif()
    set(${variable} ${kernels} PARENT_SCOPE)
endfunction()

# Writes the assembly of images, fatbins, as the data weft_image_STEM: of several as WEFT_IMAGE_LIST of kernel.h says. It
# is seen outside of the library where WEFT_IMAGE_VISIBILITY says `protected`. `names`: the header that makes of these
# names others, or "".
function(weft_write_assembly assembly stem names)
    set(visibility hidden)
    if(WEFT_IMAGE_VISIBILITY)
        set(visibility ${WEFT_IMAGE_VISIBILITY})
    endif()
    string(REGEX REPLACE "[^A-Za-z0-9_]" "_" symbol "${stem}")
    list(LENGTH ARGN count)
    set(offsets "")
    set(contents "")
    set(number 0)
    foreach(image IN LISTS ARGN)
        string(APPEND offsets "    .quad .Limage${number} - weft_image_${symbol}\n")
        string(APPEND contents "    .balign 64\n.Limage${number}:\n    .incbin \"${image}\"\n")
        math(EXPR number "${number} + 1")
    endforeach()
    if(count GREATER 1)
        string(PREPEND contents "    .ascii \"weftlist\"\n    .quad ${count}\n${offsets}")
    endif()
    set(inclusion "")
    if(names)
        set(inclusion "#include \"${names}\"")
    endif()
    configure_file("${WEFT_CMAKE_FOLDER}/image.S.in" "${assembly}" @ONLY)
    set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${ARGN};${names}")
endfunction()

# Assembles the GPU code of one generated .cu into the target, as the data weft_image_STEM.
function(weft_embed_image target folder stem architectures)
    if(NOT CMAKE_ASM_COMPILE_OBJECT) # what this folder has, not the cache
        message(FATAL_ERROR "weft_add_ufuncs(${target}): the gpu code is embedded by the assembler; "
                            "write project(… LANGUAGES C ASM), or leave gpu out of TARGETS")
    endif()
    if(WEFT_IMAGE_STEMS AND NOT stem IN_LIST WEFT_IMAGE_STEMS)
        set(WEFT_EMPTY_IMAGES ON)
    endif()
    set(output "${CMAKE_CURRENT_BINARY_DIR}/weft/${target}/${stem}")
    set(source "${folder}/${stem}.cu" "${folder}/${stem}.cu.flags")
    set(table "${folder}/${stem}.table.c")
    if(TARGET ${target}_ufuncs) # generated by this build, which has the tool
        weft_fatbin("${output}.fatbin" ${source} ${architectures} REFUSED headers)
        foreach(header IN LISTS headers)
            set_property(SOURCE "${table}" APPEND PROPERTY COMPILE_OPTIONS -include "${header}")
            set_property(SOURCE "${table}" APPEND PROPERTY OBJECT_DEPENDS "${header}")
        endforeach()
        set(images "${output}.fatbin")
    else()
        weft_choose_kernels(kernels "${folder}/${stem}" ${architectures})
        set(images "")
        foreach(choice IN LISTS kernels)
            string(TOLOWER "${choice}" name)
            weft_fatbin("${output}.${name}.fatbin" ${source} ${architectures} KERNELS ${choice})
            list(APPEND images "${output}.${name}.fatbin")
        endforeach()
    endif()
    weft_write_assembly("${output}.image.S" "${stem}" "${folder}/${stem}.image.h" ${images})
    target_sources(${target} PRIVATE "${output}.image.S")
    set_property(SOURCE "${table}" APPEND PROPERTY COMPILE_DEFINITIONS WEFT_WITH_IMAGE)
endfunction()

# Adds a file that is not the user's to the target: it is compiled by itself.
function(weft_add_own_source target source)
    set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
        SKIP_PRECOMPILE_HEADERS ON SKIP_AUTOGEN ON SKIP_LINTING ON)
    target_sources(${target} PRIVATE "${source}")
endfunction()

# Adds a generated STEM.c once per instruction set: sources of the target itself, so that its objects have all
# kernels in whatever way they are linked, under flags that come behind all others.
function(weft_add_kernels target folder stem)
    foreach(isa IN LISTS WEFT_KERNEL_ISAS)
        set(source "${CMAKE_CURRENT_BINARY_DIR}/weft/${target}/${stem}.${isa}.c")
        file(CONFIGURE OUTPUT "${source}" CONTENT
            "/* The kernels of ${stem} for one instruction set. */\n#include \"${folder}/${stem}.c\"\n" @ONLY)
        set_source_files_properties("${source}" PROPERTIES
            COMPILE_DEFINITIONS WEFT_ISA=${isa}
            COMPILE_OPTIONS "${WEFT_KERNEL_FLAGS};${WEFT_KERNEL_FLAGS_${isa}};-std=gnu17;-fvisibility=hidden;@${folder}/${stem}.c.flags"
            OBJECT_DEPENDS "${folder}/${stem}.c;${folder}/${stem}.c.flags")
        weft_add_own_source(${target} "${source}")
    endforeach()
endfunction()

# Links libraries as target_link_libraries does. That takes PUBLIC and PRIVATE in all calls for a target or in none,
# and which of both the project's calls have is the project's business.
function(weft_link target visibility)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(type ${target} TYPE)
    if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR) # where the names of libraries may mean something else
        target_link_libraries(${target} ${visibility} ${ARGN})
        return()
    endif()
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${ARGN})
    if(visibility STREQUAL "PUBLIC")
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${ARGN})
    elseif(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
        list(TRANSFORM ARGN REPLACE "(.+)" "$<LINK_ONLY:\\1>")
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${ARGN})
    endif()
endfunction()

# What nothing defines is said in words where the target is linked.
function(weft_watch_link target)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
        return()
    endif()
    foreach(language IN ITEMS C CXX)
        get_target_property(launcher ${target} ${language}_LINKER_LAUNCHER)
        if(NOT launcher)
            set(launcher "")
        endif()
        set(command sh "${WEFT_CMAKE_FOLDER}/link.sh" ${target} ${type} ${launcher})
        set_target_properties(${target} PROPERTIES ${language}_LINKER_LAUNCHER "${command}")
    endforeach()
endfunction()

function(weft_add_generated target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "LIBRARY" "FOLDER" "STEMS;TARGETS;CUDA_ARCHITECTURES")
    weft_check_arguments(weft_add_generated ${target} "FOLDER;STEMS" "${arg_UNPARSED_ARGUMENTS}")
    weft_check_target(weft_add_generated ${target})
    weft_choose_targets(targets weft_add_generated "${arg_TARGETS}")
    if(NOT arg_CUDA_ARCHITECTURES)
        set(arg_CUDA_ARCHITECTURES ${WEFT_CUDA_ARCHITECTURES})
    endif()
    cmake_path(ABSOLUTE_PATH arg_FOLDER NORMALIZE OUTPUT_VARIABLE folder)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY") # of which the linker takes nothing for what may be missing
        set(WEFT_KERNEL_ISAS $CACHE{WEFT_KERNEL_ISAS})
    endif()

    foreach(stem IN LISTS arg_STEMS)
        if(NOT "${WEFT_KERNEL_ISAS}" STREQUAL "$CACHE{WEFT_KERNEL_ISAS}")
            set_property(SOURCE "${folder}/${stem}.table.c" APPEND PROPERTY COMPILE_DEFINITIONS WEFT_SOME_ISAS)
        endif()
        weft_add_kernels(${target} "${folder}" "${stem}")
        weft_add_own_source(${target} "${folder}/${stem}.table.c")
        if("gpu" IN_LIST targets)
            weft_embed_image(${target} "${folder}" "${stem}" "${arg_CUDA_ARCHITECTURES}")
        endif()
    endforeach()
    if(arg_LIBRARY)
        weft_add_own_source(${target} "${folder}/library.c")
    endif()
    set_target_properties(${target} PROPERTIES WEFT_HAS_UFUNCS ON)
    weft_watch_link(${target})

    # For #include "kernels.h" only: a source called math.c must not hide <math.h>. Where two libraries have a
    # header of one name, "TARGET/kernels.h" says which.
    set(quoted "-iquote${folder}")
    if(folder STREQUAL "${CMAKE_CURRENT_BINARY_DIR}/weft/${target}")
        list(APPEND quoted "-iquote${CMAKE_CURRENT_BINARY_DIR}/weft")
    endif()
    target_compile_options(${target} PUBLIC
        "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:C,CXX>:${quoted}>>")
    weft_link(${target} PUBLIC Weft::runtime)
    weft_link(${target} PRIVATE m)
    # gcc's fast mathematics comes with a start-up file that makes the whole process flush subnormal numbers.
    target_link_options(${target} PRIVATE
        $<$<C_COMPILER_ID:GNU>:-fno-fast-math> $<$<C_COMPILER_ID:GNU>:-fno-unsafe-math-optimizations>)
endfunction()

# Compiles files as they stand among the target's own.
function(weft_add_foreign_sources target)
    foreach(file IN LISTS ARGN)
        string(SHA1 hash "${file}")
        string(SUBSTRING "${hash}" 0 8 hash)
        cmake_path(GET file STEM LAST_ONLY stem)
        cmake_path(GET file PARENT_PATH folder)
        set(source "${CMAKE_CURRENT_BINARY_DIR}/weft/${target}/${stem}.foreign-${hash}.c")
        file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${file}\"\n" @ONLY)
        set_source_files_properties("${source}" PROPERTIES
            COMPILE_OPTIONS "-iquote${folder};-std=gnu17;-fvisibility=hidden;-w;-ffunction-sections;-fdata-sections")
        weft_add_own_source(${target} "${source}")
    endforeach()
endfunction()

# What could not be carried from FOREIGN_SOURCES is linked: they are compiled as they stand into an
# archive, of which the linker takes what is missing.
function(weft_link_foreign target)
    get_target_property(type ${target} TYPE)
    set(foreign weft_${target}_foreign)
    if(type STREQUAL "OBJECT_LIBRARY") # whose objects are its own sources' alone
        weft_add_foreign_sources(${target} ${ARGN})
        return()
    elseif(type STREQUAL "STATIC_LIBRARY") # an archive itself
        add_library(${foreign} OBJECT ${ARGN})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${foreign}>)
    else()
        add_library(${foreign} STATIC ${ARGN})
        weft_link(${target} PRIVATE ${foreign})
    endif()
    set_target_properties(${foreign} PROPERTIES POSITION_INDEPENDENT_CODE ON
        C_VISIBILITY_PRESET hidden C_STANDARD 17 C_EXTENSIONS ON EXPORT_COMPILE_COMMANDS OFF)
    target_compile_definitions(${foreign} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    target_include_directories(${foreign} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    add_dependencies(${foreign} weft_${target}_before)
    target_compile_options(${foreign} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS> -w -ffunction-sections -fdata-sections)
endfunction()

# How the annotated files themselves are compiled, which no build does: clangd and its like read it in
# compile_commands.json, with those of `options` that are a compiler's.
function(weft_tell_editors target options)
    set(annotated weft_${target}_annotated)
    add_library(${annotated} OBJECT EXCLUDE_FROM_ALL ${ARGN})
    list(FILTER options INCLUDE REGEX "^-[DIU].")
    target_compile_options(${annotated} PRIVATE ${options})
    set_target_properties(${annotated} PROPERTIES C_STANDARD 17 C_EXTENSIONS ON UNITY_BUILD OFF)
    target_compile_definitions(${annotated} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    target_include_directories(${annotated} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
endfunction()

# Sets `variable` to the flags of a source's own: its definitions, folders and options.
function(weft_source_flags variable source)
    set(flags "")
    set(properties COMPILE_DEFINITIONS INCLUDE_DIRECTORIES COMPILE_OPTIONS)
    set(prefixes -D -I "")
    foreach(property prefix IN ZIP_LISTS properties prefixes)
        get_source_file_property(words "${source}" ${property})
        if(words)
            list(TRANSFORM words PREPEND "${prefix}")
            list(APPEND flags ${words})
        endif()
    endforeach()
    get_source_file_property(words "${source}" COMPILE_FLAGS)
    if(words)
        separate_arguments(words NATIVE_COMMAND "${words}")
        list(APPEND flags ${words})
    endif()
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# Sets `variable` to the target and all that it links, also under conditions, however far away.
function(weft_linked_targets variable target)
    set(found ${target})
    set(waiting ${target})
    while(waiting)
        list(POP_FRONT waiting name)
        foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
            get_target_property(items ${name} ${property})
            string(REGEX MATCHALL "[A-Za-z0-9_.+-]+(::[A-Za-z0-9_.+-]+)*" words "${items}")
            foreach(word IN LISTS words)
                if(NOT TARGET ${word})
                    continue()
                endif()
                get_target_property(aliased ${word} ALIASED_TARGET)
                if(aliased)
                    set(word ${aliased})
                endif()
                get_target_property(imported ${word} IMPORTED)
                if(NOT imported AND NOT word IN_LIST found)
                    list(APPEND found ${word})
                    list(APPEND waiting ${word})
                endif()
            endforeach()
        endforeach()
    endwhile()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Sets `variable` to those files among the sources of a target, or among the properties ARGN of it, that the
# directory of `target` makes, but for what Weft generates.
function(weft_made_files variable name target)
    set(properties ${ARGN})
    if(NOT properties)
        set(properties SOURCES HEADER_SET)
        get_target_property(sets ${name} HEADER_SETS)
        if(sets)
            list(TRANSFORM sets PREPEND HEADER_SET_)
            list(APPEND properties ${sets})
        endif()
    endif()
    get_target_property(source_folder ${target} SOURCE_DIR)
    get_target_property(binary_folder ${target} BINARY_DIR)
    set(found "")
    foreach(property IN LISTS properties)
        get_target_property(files ${name} ${property})
        if(NOT files)
            continue()
        endif()
        list(TRANSFORM files REPLACE "^\\$<(BUILD_INTERFACE|BUILD_LOCAL_INTERFACE):(.*)>$" "\\2")
        list(FILTER files EXCLUDE REGEX "\\$<")
        foreach(file IN LISTS files)
            foreach(folder IN ITEMS "${source_folder}" "${binary_folder}")
                cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}" NORMALIZE OUTPUT_VARIABLE path)
                get_source_file_property(generated "${path}" TARGET_DIRECTORY ${target} GENERATED)
                string(FIND "${path}" "/weft/${name}/" ours)
                if(generated AND ours EQUAL -1)
                    list(APPEND found "${path}")
                    break()
                endif()
            endforeach()
        endforeach()
    endforeach()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Lets the generator wait for what the build makes before the target's own objects, headers that the annotated files
# include among it: of the target, and of all that it links. Called when all directories have been read.
function(weft_note_made target sources)
    weft_made_files(made ${target} ${target})
    weft_linked_targets(linked ${target})
    set(before "")
    foreach(name IN LISTS linked)
        get_target_property(utilities ${name} MANUALLY_ADDED_DEPENDENCIES)
        if(utilities)
            list(FILTER utilities EXCLUDE REGEX "^weft_.*_before$")
            list(REMOVE_ITEM utilities "${name}_ufuncs")
            list(APPEND before ${utilities})
        endif()
        weft_made_files(files ${name} ${target} INTERFACE_SOURCES INTERFACE_HEADER_SET)
        list(APPEND made ${files})
        weft_made_files(files ${name} ${name})
        list(FILTER files EXCLUDE REGEX "\\.([cC]|cc|cpp|cxx|c\\+\\+|[sS]|asm|cu|f|f90|o|a)$") # what is compiled
        weft_linked_targets(back ${name})
        if(files AND NOT target IN_LIST back) # static libraries may link each other
            list(APPEND before ${name})
        endif()
    endforeach()
    if(before)
        add_dependencies(weft_${target}_before ${before})
    endif()
    list(REMOVE_DUPLICATES made)
    set_property(TARGET ${target} PROPERTY WEFT_MADE ${made})
    foreach(source IN LISTS sources)
        get_source_file_property(files "${source}" TARGET_DIRECTORY ${target} OBJECT_DEPENDS)
        if(files)
            set_property(TARGET ${target} APPEND PROPERTY WEFT_INPUTS ${files})
        endif()
    endforeach()
endfunction()

# Notes the flags of all the target's C and of its annotated sources. Called when the directory has been read.
function(weft_note_flags target sources)
    set(own "")
    set(first "")
    foreach(source IN LISTS sources)
        weft_source_flags(flags "${source}")
        if(first AND NOT flags STREQUAL own)
            message(FATAL_ERROR "weft_add_ufuncs(${target}): ${first} and ${source} have other flags of their own "
                                "(${own}; ${flags}); give each a target")
        endif()
        set(first "${source}")
        set(own "${flags}")
    endforeach()
    string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
    separate_arguments(words NATIVE_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${config}}")
    if("-Ofast" IN_LIST words)
        message(FATAL_ERROR "weft_add_ufuncs(${target}): -Ofast makes the whole process take numbers below the "
                            "smallest normal one for 0, kernels too; say -O3, and -ffast-math for your own sources")
    endif()
    set_property(TARGET ${target} PROPERTY WEFT_FLAGS ${words} ${own})
endfunction()

function(weft_add_ufuncs target)
    set(lists SOURCES TARGETS CUDA_ARCHITECTURES FOREIGN_SOURCES DEVICE_SOURCES OPTIONS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX" "${lists}")
    weft_check_arguments(weft_add_ufuncs ${target} SOURCES "${arg_UNPARSED_ARGUMENTS}")
    weft_check_target(weft_add_ufuncs ${target})
    weft_check_files(weft_add_ufuncs ${target} "${lists};PREFIX" ${arg_SOURCES} ${arg_FOREIGN_SOURCES}
        ${arg_DEVICE_SOURCES})
    weft_check_language(weft_add_ufuncs ${target} ${arg_SOURCES} ${arg_FOREIGN_SOURCES})
    if(NOT TARGET Weft::tool)
        message(FATAL_ERROR "weft_add_ufuncs(${target}): the tool weft is not installed beside Weft's CMake files "
                            "(Debian: apt install weft); weft_add_generated needs none")
    endif()
    weft_choose_targets(targets weft_add_ufuncs "${arg_TARGETS}")

    set(folder "${CMAKE_CURRENT_BINARY_DIR}/weft/${target}")
    file(MAKE_DIRECTORY "${folder}")
    set(suffixes h body.h loops.h c table.c c.flags)
    if("gpu" IN_LIST targets)
        list(APPEND suffixes cu cu.flags image.h)
    endif()

    set(sources "")
    set(stems "")
    set(outputs "")
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
        cmake_path(GET source STEM LAST_ONLY stem)
        if(stem IN_LIST stems)
            message(FATAL_ERROR "weft_add_ufuncs(${target}): two sources are called ${stem}")
        endif()
        list(APPEND sources "${source}")
        list(APPEND stems "${stem}")
        foreach(suffix IN LISTS suffixes)
            list(APPEND outputs "${folder}/${stem}.${suffix}")
        endforeach()
    endforeach()

    list(JOIN targets "," target_list)
    set(options "--owner=${PROJECT_NAME}.${target}" "--targets=${target_list}" --depfile "${folder}/depfile.d")
    foreach(number RANGE 1 ${ARGC}) # an empty one leaves arg_PREFIX as if there were none
        if("${ARGV${number}}" STREQUAL "PREFIX")
            list(APPEND options "--prefix=${arg_PREFIX}")
        endif()
    endforeach()
    set(foreign "")
    set(device "")
    foreach(source IN LISTS arg_FOREIGN_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
        list(APPEND options --source "${source}")
        list(APPEND foreign "${source}")
    endforeach()
    foreach(source IN LISTS arg_DEVICE_SOURCES)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
        list(APPEND options --device-source "${source}")
        list(APPEND device "${source}")
    endforeach()
    get_target_property(type ${target} TYPE)
    set(library "")
    if(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
        set(library LIBRARY)
        list(APPEND options "--library=${target}")
        list(APPEND outputs "${folder}/library.c")
    endif()

    # The target's own folders, without that of the output: an older output is no input.
    set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    string(REPLACE "+" "\\+" pattern "${target}") # letters, digits, '_', '.', '-' and '+' are what names have
    set(includes "$<FILTER:${includes},EXCLUDE,/weft/${pattern}$>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(flags "${folder}/compiler_flags.$<CONFIG>.C")
    cmake_language(EVAL CODE
        "cmake_language(DEFER CALL weft_note_flags [=[${target}]=] [=[${sources}]=])
        cmake_language(DEFER DIRECTORY [=[${CMAKE_SOURCE_DIR}]=] CALL weft_note_made [=[${target}]=] [=[${sources}]=])")
    # The flags with which its C is compiled, one a line: the generator reads what they say of the sources. Conditions of the
    # language are known where a file is written, not in a command.
    set(all_flags "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        "$<$<STREQUAL:$<TARGET_PROPERTY:${target},C_STANDARD>,23>:-std=gnu2x>"
        "$<TARGET_PROPERTY:${target},WEFT_FLAGS>" "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
        "SHELL:$<TARGET_PROPERTY:${target},COMPILE_FLAGS>")
    file(GENERATE OUTPUT "${folder}/compiler_flags.$<CONFIG>.$<COMPILE_LANGUAGE>"
        CONTENT "$<JOIN:${all_flags},\n>\n" TARGET ${target})
    # The compiler is asked what #if finds, and reads what is generated: what it refuses of one function costs that alone.
    set(compiler ${CMAKE_C_COMPILER} ${CMAKE_C_COMPILER_ARG1})
    if(CMAKE_C_COMPILER_TARGET)
        list(APPEND compiler "--target=${CMAKE_C_COMPILER_TARGET}")
    endif()
    if(NOT compiler MATCHES "[ \t]") # which $CC cannot have in a path
        list(JOIN compiler " " compiler)
        list(APPEND options "--try=${compiler}")
    endif()
    list(JOIN compiler " " compiler)
    # Files are written only when they change, so that the compilers stay idle where nothing did.
    add_custom_command(
        OUTPUT ${outputs}
        COMMAND ${CMAKE_COMMAND} -E env "CC=${compiler}" $<TARGET_FILE:Weft::tool> generate ${sources} -o "${folder}" ${options}
            "--compiler-flags=${flags}" $<$<CONFIG:Debug>:--debug> ${arg_OPTIONS}
        DEPENDS ${sources} ${foreign} ${device} "${flags}" Weft::tool "$<TARGET_PROPERTY:${target},WEFT_INPUTS>"
        DEPFILE "${folder}/depfile.d"
        COMMENT "weft generate for ${target}"
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(weft_${target}_before DEPENDS "$<TARGET_PROPERTY:${target},WEFT_MADE>")
    add_custom_target(${target}_ufuncs DEPENDS ${outputs})
    add_dependencies(${target}_ufuncs weft_${target}_before)
    add_dependencies(${target} ${target}_ufuncs weft_${target}_before)

    if(device) # these are nvcc's to read, and look for headers where the target's own files do
        set(WEFT_NVCC_FLAGS ${WEFT_NVCC_FLAGS} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>")
    endif()
    weft_add_generated(${target} FOLDER "${folder}" STEMS ${stems} ${library}
        TARGETS ${targets} CUDA_ARCHITECTURES ${arg_CUDA_ARCHITECTURES})
    if(foreign)
        weft_link_foreign(${target} ${foreign})
    endif()
    weft_tell_editors(${target} "${arg_OPTIONS}" ${sources})
endfunction()
