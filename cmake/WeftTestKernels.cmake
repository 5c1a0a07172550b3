# What a build for tests need not optimise: kernels of instruction sets that this machine does not run.
# WEFT_OPTIMISED_KERNELS is ALL, NATIVE (those that this machine runs) or NONE; the others are compiled
# all the same, in a tenth of the time. Of kernels under sanitizers, NATIVE means the widest that runs here and
# those that raise flags. Included behind WeftUfuncs, whose flags it changes.

set(WEFT_OPTIMISED_KERNELS ALL CACHE STRING
    "Kernels that are optimised: ALL; for tests, NATIVE (what this machine runs) or NONE")
set_property(CACHE WEFT_OPTIMISED_KERNELS PROPERTY STRINGS ALL NATIVE NONE)

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

set(WEFT_OPTIMISED_ISAS ${WEFT_KERNEL_ISAS})
if(WEFT_OPTIMISED_KERNELS STREQUAL "NATIVE")
    weft_native_isas(WEFT_OPTIMISED_ISAS)
    if(WEFT_SANITIZE) # which runs the widest alone
        set(lower ${WEFT_OPTIMISED_ISAS})
        list(REMOVE_ITEM lower flags)
        list(POP_BACK lower)
        if(lower)
            list(REMOVE_ITEM WEFT_OPTIMISED_ISAS ${lower})
        endif()
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
foreach(name IN ITEMS lower plain checked)
    unset(${name})
endforeach()
