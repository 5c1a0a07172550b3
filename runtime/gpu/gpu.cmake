# The gpu target of libweft: sets WEFT_GPU_SOURCES. CUDA is needed to build it, its header for
# types, its compiler for the image; nothing of it is linked.
set(gpu_c_sources
    driver/gpu_context.c driver/gpu_device.c driver/gpu_driver.c driver/gpu_event.c
    driver/gpu_graph.c driver/gpu_launch.c driver/gpu_memory.c driver/gpu_module.c
    driver/gpu_order.c driver/gpu_pinned.c driver/gpu_stream.c driver/gpu_stream_pool.c
    driver/gpu_walk.c
    copies/gpu_cast.c copies/gpu_copy.c copies/gpu_staging.c
    products/gpu_blas.c products/gpu_contract.c products/gpu_epilogue.c
    products/gpu_product_tile.c
    transform/gpu_factor.c transform/gpu_fft.c transform/gpu_fft_layout.c transform/gpu_fft_library.c
    transform/gpu_fft_plans.c
    kernels/gpu_cut.c kernels/gpu_fold.c kernels/gpu_item.c kernels/gpu_spread.c
    kernels/kernel_shapes.c kernels/shape_blas.c kernels/shape_deal.c kernels/shape_fft.c kernels/shape_item.c
    kernels/shape_nest.c kernels/shape_masked.c kernels/shape_product.c kernels/shape_ragged.c kernels/shape_raw.c kernels/shape_stream.c
    kernels/shape_strided.c
    kernels/shape_team.c kernels/shape_vector.c
    raw/raw_grid.c raw/raw_launch.c raw/raw_module.c raw/raw_sizes.c
    backend_gpu.c)
list(TRANSFORM gpu_c_sources PREPEND gpu/)
set_source_files_properties(${gpu_c_sources} PROPERTIES
    COMPILE_OPTIONS "-isystem;${WEFT_CUDA_INCLUDE_DIR};-I${CMAKE_CURRENT_SOURCE_DIR}/device")

set(WEFT_GPU_SOURCES ${gpu_c_sources})
foreach(source cast products/products transform/factor)
    cmake_path(GET source FILENAME stem)
    set(image "${CMAKE_CURRENT_BINARY_DIR}/${stem}.fatbin")
    block() # -w: where there is no room for as many threads as a kernel asks for, it goes without
        list(APPEND WEFT_PTXAS_FLAGS -w)
        weft_fatbin("${image}" "${CMAKE_CURRENT_SOURCE_DIR}/device/${source}.cu" ""
            ${WEFT_CUDA_ARCHITECTURES})
    endblock()
    set(assembly "${CMAKE_CURRENT_BINARY_DIR}/${stem}.image.S")
    weft_write_assembly("${assembly}" ${stem} "" "${image}")
    list(APPEND WEFT_GPU_SOURCES "${assembly}")
endforeach()
