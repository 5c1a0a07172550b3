/* commands.h: the tool's commands. Each takes its own argument vector, argv[0] being "weft NAME",
 * and returns the exit status: 0, 1 on failure, 2 for a wrong command line. */
#ifndef WEFT_COMMANDS_H
#define WEFT_COMMANDS_H

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* These need the generator; without libclang they are not compiled in. */
int command_generate(int argc, char **argv);
int command_build(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_annotate(int argc, char **argv);
int command_ptx(int argc, char **argv);
int command_new(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_python(int argc, char **argv);

int command_list(int argc, char **argv);
int command_run(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_check(int argc, char **argv);
int command_tune(int argc, char **argv);

#endif
