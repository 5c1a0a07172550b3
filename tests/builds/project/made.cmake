# One program, whose annotated and foreign sources include headers that the build makes, each on another way. The
# commands take their time: who does not wait for them finds nothing.
add_subdirectory(made of_made)
list(APPEND programs made)
