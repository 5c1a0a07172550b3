# What a build for tests need not compile or optimise. WEFT_OPTIMISED_KERNELS is ALL, WIDEST (the widest instruction set
# that this machine runs, and the kernels that raise flags) or NONE; the others are compiled in a seventh to a ninth of
# the time.
# With WIDEST, a folder whose WEFT_KERNEL_ISAS are WEFT_NATIVE_ISAS has those that this machine runs, or
# WEFT_WIDEST_ISAS, with those of the widest alone. Included behind WeftUfuncs, whose flags it changes.

set(WEFT_OPTIMISED_KERNELS ALL CACHE STRING
    "Kernels that are optimised: ALL; for tests, WIDEST (of this machine) or NONE")
set_property(CACHE WEFT_OPTIMISED_KERNELS PROPERTY STRINGS ALL WIDEST NONE)

# The instruction sets of WEFT_KERNEL_ISAS that this machine runs, in their order.
function(weft_native_isas variable)
    set(native ${WEFT_KERNEL_ISAS})
    if("v4" IN_LIST native)
        set(program "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/native_isas.c")
        file(CONFIGURE OUTPUT "${program}" @ONLY CONTENT [[
int main(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v4") ? 4 : __builtin_cpu_supports("x86-64-v3") ? 3 : 0;
}
]])
        try_run(WEFT_NATIVE_LEVEL compiled "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/native_isas" "${program}")
        foreach(level 3 4)
            if(NOT WEFT_NATIVE_LEVEL GREATER_EQUAL level)
                list(REMOVE_ITEM native v${level})
            endif()
        endforeach()
    endif()
    set(${variable} ${native} PARENT_SCOPE)
endfunction()

# Those below the widest that this machine runs.
weft_native_isas(native)
set(WEFT_LOWER_ISAS ${native})
list(REMOVE_ITEM WEFT_LOWER_ISAS flags)
list(POP_BACK WEFT_LOWER_ISAS)

set(WEFT_NATIVE_ISAS ${WEFT_KERNEL_ISAS})
set(WEFT_WIDEST_ISAS ${WEFT_KERNEL_ISAS})
set(WEFT_OPTIMISED_ISAS ${WEFT_KERNEL_ISAS})
if(WEFT_OPTIMISED_KERNELS STREQUAL "WIDEST")
    set(WEFT_OPTIMISED_ISAS ${native})
    if(WEFT_LOWER_ISAS)
        list(REMOVE_ITEM WEFT_OPTIMISED_ISAS ${WEFT_LOWER_ISAS})
    endif()
    set(WEFT_NATIVE_ISAS ${native})
    set(WEFT_WIDEST_ISAS ${WEFT_OPTIMISED_ISAS})
    if(WEFT_SANITIZE) # which looks at memory, of which flags are none
        list(REMOVE_ITEM WEFT_OPTIMISED_ISAS flags)
    endif()
elseif(WEFT_OPTIMISED_KERNELS STREQUAL "NONE")
    set(WEFT_OPTIMISED_ISAS "")
endif()
set(plain -O0)
if(WEFT_SANITIZE)
    list(APPEND plain -fno-sanitize=all)
endif()
foreach(isa IN LISTS WEFT_KERNEL_ISAS)
    if(NOT isa IN_LIST WEFT_OPTIMISED_ISAS)
        set(WEFT_KERNEL_FLAGS_${isa} ${WEFT_KERNEL_FLAGS_${isa}} ${plain} CACHE INTERNAL "")
    endif()
endforeach()
if(WEFT_SANITIZE MATCHES "undefined") # the same text in all: in one
    list(GET WEFT_OPTIMISED_ISAS -1 checked)
    foreach(isa IN LISTS WEFT_OPTIMISED_ISAS)
        if(NOT isa STREQUAL checked)
            set(WEFT_KERNEL_FLAGS_${isa} ${WEFT_KERNEL_FLAGS_${isa}} -fno-sanitize=undefined CACHE INTERNAL "")
        endif()
    endforeach()
endif()
foreach(name IN ITEMS native plain checked)
    unset(${name})
endforeach()
