# How kernels are compiled, and for which instruction sets: the one list of it, for weft_add_ufuncs, for
# libweft's own tiles and, as kernel_flags.h, for `weft build`. docs/decisions.md says why each flag is
# there. The user's text is compiled without warnings of ours.

# What a caller says of speed that changes values is taken back: here, and by some of the optional flags.
set(weft_kernel_flags -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math
    -fno-reciprocal-math -fno-finite-math-only -fsigned-zeros -O3 -fno-math-errno -fno-trapping-math -ffp-contract=fast -fwrapv
    -fopenmp-simd -w
    -fno-tree-slp-vectorize) # where products can be fused, all items of a row are to be fused alike

# Of each, flags with | between them, the first that the compiler knows, if it knows one.
set(weft_kernel_optional
    -fno-ipa-ra                               # gcc 12 loses a vzeroupper by it
    -fno-split-paths                          # gcc keeps constants in registers where a loop has one way back
    -fcx-fortran-rules|-fcx-limited-range     # complex products without recovery of NaN
    -mfpmath=sse -fno-single-precision-constant -fdenormal-fp-math=ieee -fveclib=none) # taken back, too

# The compilations of a generated .c, named as weft_isa has them: one per instruction set, and one that
# raises exactly the floating-point flags that the C code says. Those of x86-64 alone come last.
set(weft_kernel_isas base flags)
set(weft_kernel_isas_x86_64 v3 v4)
set(weft_kernel_flags_base "")
set(weft_kernel_flags_flags -ftrapping-math -fno-tree-vectorize
    -fno-openmp-simd -ffp-contract=off)
# A caller's -mno-avx outlives -march: what a level has is said by itself, and what it has not.
set(weft_kernel_flags_v3 -march=x86-64-v3 -mavx2 -mbmi -mbmi2 -mf16c -mfma -mlzcnt -mmovbe -mpopcnt -mno-avx512f)
set(weft_kernel_flags_v4 -march=x86-64-v4 -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl
    -mbmi -mbmi2 -mf16c -mfma -mlzcnt -mmovbe -mpopcnt -mprefer-vector-width=512)
