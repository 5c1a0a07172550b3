# libweft_std_gpu: the GPU code of libweft_std, and what libweft_std says of where it is. Of generated/CMakeLists.txt.
set(name "libweft_std_gpu.so.0")
if(DEFINED SKBUILD) # wheels have no links
    set(name "libweft_std_gpu.so")
endif()
set(advice "they are in ${name}, which Weft's target weft_std_gpu builds, the package libweft-std-gpu0 has, "
    "and pip install . adds with -C cmake.define.WEFT_STD_GPU=ON")
list(JOIN advice "" advice)
set(visibility hidden)
foreach(stem IN LISTS WEFT_STD_STEMS)
    set(symbol "${stem}")
    set(inclusion "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${stem}.image.h\"\n#define TEXT(name) TEXT_(name)\n#define TEXT_(name) #name")
    set(contents "    .ascii \"weftelse\"\n    .asciz \"${name}\"\n    .asciz TEXT(weft_image_${stem})\n"
        "    .asciz \"${advice}\"\n")
    list(JOIN contents "" contents)
    set(assembly "${CMAKE_CURRENT_BINARY_DIR}/weft/weft_std/${stem}.elsewhere.S")
    configure_file("${WEFT_CMAKE_FOLDER}/image.S.in" "${assembly}" @ONLY)
    target_sources(weft_std PRIVATE "${assembly}")
    set_property(SOURCE "${stem}.table.c" APPEND PROPERTY COMPILE_DEFINITIONS WEFT_WITH_IMAGE)
endforeach()

if(WEFT_STD_GPU)
    set(WEFT_IMAGE_VISIBILITY protected)
    add_library(weft_std_gpu SHARED)
    foreach(stem IN LISTS WEFT_STD_STEMS)
        weft_embed_image(weft_std_gpu "${CMAKE_CURRENT_SOURCE_DIR}" "${stem}" "${WEFT_CUDA_ARCHITECTURES}")
    endforeach()
    set_target_properties(weft_std_gpu PROPERTIES LINKER_LANGUAGE C SOVERSION 0 VERSION ${PROJECT_VERSION}
        LIBRARY_OUTPUT_DIRECTORY "$<TARGET_FILE_DIR:Weft::runtime>")
    if(WEFT_TESTS)
        add_dependencies(weft_std weft_std_gpu) # the tests of one are of both
    endif()
endif()
