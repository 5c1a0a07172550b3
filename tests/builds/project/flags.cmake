# A definition on every way to a compiler, which the generator sees too; and fast mathematics and words about instructions,
# which kernels do not.
set(instructions "")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(instructions fast_instructions fast_few_instructions)
endif()
foreach(way target_option language_definition interface_option directory_option c_flags source_definition source_flags
        target_flags fast_target fast_level fast_c_flags parts_c_flags ${instructions})
    add_subdirectory(flags "of_flags/${way}")
    list(APPEND programs flags_${way})
endforeach()
