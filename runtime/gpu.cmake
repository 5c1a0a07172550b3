# The gpu target of libweft: sets WEFT_GPU_SOURCES. CUDA is needed to build it, its header for
# types, its compiler for the image; nothing of it is linked.
set(gpu_c_sources
    backend_gpu.c gpu_array.c gpu_cast.c gpu_context.c gpu_copy.c gpu_device.c gpu_driver.c
    gpu_event.c gpu_launch.c gpu_memory.c gpu_module.c gpu_stream.c gpu_walk.c)
set_source_files_properties(${gpu_c_sources} PROPERTIES
    COMPILE_OPTIONS "-isystem;${WEFT_CUDA_INCLUDE_DIR};-I${CMAKE_CURRENT_SOURCE_DIR}/device")

set(symbol cast)
set(stem cast)
set(image "${CMAKE_CURRENT_BINARY_DIR}/cast.fatbin")
weft_fatbin("${image}" "${CMAKE_CURRENT_SOURCE_DIR}/device/cast.cu" "" ${WEFT_CUDA_ARCHITECTURES})
configure_file("${PROJECT_SOURCE_DIR}/cmake/image.S.in" "${CMAKE_CURRENT_BINARY_DIR}/cast.image.S"
    @ONLY)
set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/cast.image.S" PROPERTIES
    OBJECT_DEPENDS "${image}")
set(WEFT_GPU_SOURCES ${gpu_c_sources} "${CMAKE_CURRENT_BINARY_DIR}/cast.image.S")
