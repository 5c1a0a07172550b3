#ifndef TWIN_NUMBERS
#define TWIN_NUMBERS
#define ONE  1
#define MORE 1000
#endif
