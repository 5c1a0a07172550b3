# A definition on every way to a compiler, which the generator sees too; and fast mathematics, which kernels do not.
foreach(way target_option language_definition interface_option directory_option c_flags source_definition source_flags
        fast_target fast_level fast_c_flags parts_c_flags)
    add_subdirectory(flags "of_flags/${way}")
    list(APPEND programs flags_${way})
endforeach()
