# The gpu target of libweft: sets WEFT_GPU_SOURCES. CUDA is needed to build it, its header for
# types, its compiler for the image; nothing of it is linked.
set(gpu_c_sources
    backend_gpu.c gpu_blas.c gpu_branch.c gpu_cast.c gpu_context.c gpu_contract.c gpu_copy.c gpu_cut.c gpu_device.c gpu_driver.c
    gpu_event.c gpu_finish.c gpu_fold.c gpu_graph.c gpu_item.c gpu_landing.c gpu_launch.c gpu_memory.c gpu_module.c
    gpu_order.c gpu_pinned.c gpu_shape.c gpu_spread.c gpu_stream.c gpu_walk.c kernel_shapes.c shape_blas.c shape_deal.c shape_item.c shape_masked.c
    shape_product.c shape_stream.c shape_strided.c shape_team.c shape_vector.c)
list(TRANSFORM gpu_c_sources PREPEND gpu/)
set_source_files_properties(${gpu_c_sources} PROPERTIES
    COMPILE_OPTIONS "-isystem;${WEFT_CUDA_INCLUDE_DIR};-I${CMAKE_CURRENT_SOURCE_DIR}/device")

set(WEFT_GPU_SOURCES ${gpu_c_sources})
foreach(stem cast products)
    set(symbol ${stem})
    set(image "${CMAKE_CURRENT_BINARY_DIR}/${stem}.fatbin")
    block() # -w: where there is no room for as many threads as a kernel asks for, it goes without
        list(APPEND WEFT_PTXAS_FLAGS -w)
        weft_fatbin("${image}" "${CMAKE_CURRENT_SOURCE_DIR}/device/${stem}.cu" ""
            ${WEFT_CUDA_ARCHITECTURES})
    endblock()
    set(assembly "${CMAKE_CURRENT_BINARY_DIR}/${stem}.image.S")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/image.S.in" "${assembly}" @ONLY)
    set_source_files_properties("${assembly}" PROPERTIES OBJECT_DEPENDS "${image}")
    list(APPEND WEFT_GPU_SOURCES "${assembly}")
endforeach()
