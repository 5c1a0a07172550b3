/* loop_instance.h: takes apart what one loop of a generated file is told by; for C and for CUDA.
 *
 *     #define WEFT_BODY_add(x) add_int8##x, (signed char), int8, int8, int8
 *     #include "arithmetic.body.h"
 *
 * is the loop add_int8 of the function add: its name, what stands for each type variable that the
 * function uses, the dtype of each operand. The function's section in the body says WEFT_LOOP for
 * this macro. x is appended to the name before anything is expanded, because names of the user's
 * are macros while his text is read. */
#ifndef WEFT_LOOP_INSTANCE_H
#define WEFT_LOOP_INSTANCE_H

/* The name of the loop. */
#define WEFT_SYMBOL       WEFT_SYMBOL_(WEFT_LOOP())
#define WEFT_SYMBOL_(...) WEFT_FIRST(__VA_ARGS__)

/* What stands for the function's type variable k. */
#define WEFT_TYPE(k)                       WEFT_TYPE_(k, WEFT_LOOP(_))
#define WEFT_TYPE_(k, ...)                 WEFT_TYPE__(k, __VA_ARGS__)
#define WEFT_TYPE__(k, symbol, types, ...) WEFT_AT_##k types

/* The dtype of operand k; and of all operands, a comma between two. */
#define WEFT_DTYPE(k)                         WEFT_DTYPE_(k, WEFT_LOOP(_))
#define WEFT_DTYPE_(k, ...)                   WEFT_DTYPE__(k, __VA_ARGS__)
#define WEFT_DTYPE__(k, symbol, types, ...)   WEFT_AT_##k(__VA_ARGS__)
#define WEFT_DTYPE_LIST                       WEFT_DTYPE_LIST_(WEFT_LOOP(_))
#define WEFT_DTYPE_LIST_(...)                 WEFT_DTYPE_LIST__(__VA_ARGS__)
#define WEFT_DTYPE_LIST__(symbol, types, ...) __VA_ARGS__

/* X(k, a) for each of WEFT_OPERANDS operands, BETWEEN() between two. */
#define WEFT_EACH(X, BETWEEN, a)          WEFT_EACH_(WEFT_OPERANDS, X, BETWEEN, a)
#define WEFT_EACH_(count, X, BETWEEN, a)  WEFT_EACH__(count, X, BETWEEN, a)
#define WEFT_EACH__(count, X, BETWEEN, a) WEFT_EACH_##count(X, BETWEEN, a)
#define WEFT_NOTHING()
#define WEFT_COMMA() ,
#define WEFT_AND()   &&

/* ---- item k of a list; X for the first so many numbers: as many as a call has operands ---- */

#define WEFT_FIRST(first, ...) first
#define WEFT_AT_0(...)         WEFT_FIRST(__VA_ARGS__, )
#define WEFT_AT_1(first, ...)  WEFT_AT_0(__VA_ARGS__)
#define WEFT_AT_2(first, ...)  WEFT_AT_1(__VA_ARGS__)
#define WEFT_AT_3(first, ...)  WEFT_AT_2(__VA_ARGS__)
#define WEFT_AT_4(first, ...)  WEFT_AT_3(__VA_ARGS__)
#define WEFT_AT_5(first, ...)  WEFT_AT_4(__VA_ARGS__)
#define WEFT_AT_6(first, ...)  WEFT_AT_5(__VA_ARGS__)
#define WEFT_AT_7(first, ...)  WEFT_AT_6(__VA_ARGS__)
#define WEFT_AT_8(first, ...)  WEFT_AT_7(__VA_ARGS__)
#define WEFT_AT_9(first, ...)  WEFT_AT_8(__VA_ARGS__)
#define WEFT_AT_10(first, ...) WEFT_AT_9(__VA_ARGS__)
#define WEFT_AT_11(first, ...) WEFT_AT_10(__VA_ARGS__)
#define WEFT_AT_12(first, ...) WEFT_AT_11(__VA_ARGS__)
#define WEFT_AT_13(first, ...) WEFT_AT_12(__VA_ARGS__)
#define WEFT_AT_14(first, ...) WEFT_AT_13(__VA_ARGS__)
#define WEFT_AT_15(first, ...) WEFT_AT_14(__VA_ARGS__)
#define WEFT_AT_16(first, ...) WEFT_AT_15(__VA_ARGS__)
#define WEFT_AT_17(first, ...) WEFT_AT_16(__VA_ARGS__)
#define WEFT_AT_18(first, ...) WEFT_AT_17(__VA_ARGS__)
#define WEFT_AT_19(first, ...) WEFT_AT_18(__VA_ARGS__)
#define WEFT_AT_20(first, ...) WEFT_AT_19(__VA_ARGS__)
#define WEFT_AT_21(first, ...) WEFT_AT_20(__VA_ARGS__)
#define WEFT_AT_22(first, ...) WEFT_AT_21(__VA_ARGS__)
#define WEFT_AT_23(first, ...) WEFT_AT_22(__VA_ARGS__)
#define WEFT_AT_24(first, ...) WEFT_AT_23(__VA_ARGS__)
#define WEFT_AT_25(first, ...) WEFT_AT_24(__VA_ARGS__)
#define WEFT_AT_26(first, ...) WEFT_AT_25(__VA_ARGS__)
#define WEFT_AT_27(first, ...) WEFT_AT_26(__VA_ARGS__)
#define WEFT_AT_28(first, ...) WEFT_AT_27(__VA_ARGS__)
#define WEFT_AT_29(first, ...) WEFT_AT_28(__VA_ARGS__)
#define WEFT_AT_30(first, ...) WEFT_AT_29(__VA_ARGS__)
#define WEFT_AT_31(first, ...) WEFT_AT_30(__VA_ARGS__)

#define WEFT_EACH_1(X, BETWEEN, a)  X(0, a)
#define WEFT_EACH_2(X, BETWEEN, a)  WEFT_EACH_1(X, BETWEEN, a) BETWEEN() X(1, a)
#define WEFT_EACH_3(X, BETWEEN, a)  WEFT_EACH_2(X, BETWEEN, a) BETWEEN() X(2, a)
#define WEFT_EACH_4(X, BETWEEN, a)  WEFT_EACH_3(X, BETWEEN, a) BETWEEN() X(3, a)
#define WEFT_EACH_5(X, BETWEEN, a)  WEFT_EACH_4(X, BETWEEN, a) BETWEEN() X(4, a)
#define WEFT_EACH_6(X, BETWEEN, a)  WEFT_EACH_5(X, BETWEEN, a) BETWEEN() X(5, a)
#define WEFT_EACH_7(X, BETWEEN, a)  WEFT_EACH_6(X, BETWEEN, a) BETWEEN() X(6, a)
#define WEFT_EACH_8(X, BETWEEN, a)  WEFT_EACH_7(X, BETWEEN, a) BETWEEN() X(7, a)
#define WEFT_EACH_9(X, BETWEEN, a)  WEFT_EACH_8(X, BETWEEN, a) BETWEEN() X(8, a)
#define WEFT_EACH_10(X, BETWEEN, a) WEFT_EACH_9(X, BETWEEN, a) BETWEEN() X(9, a)
#define WEFT_EACH_11(X, BETWEEN, a) WEFT_EACH_10(X, BETWEEN, a) BETWEEN() X(10, a)
#define WEFT_EACH_12(X, BETWEEN, a) WEFT_EACH_11(X, BETWEEN, a) BETWEEN() X(11, a)
#define WEFT_EACH_13(X, BETWEEN, a) WEFT_EACH_12(X, BETWEEN, a) BETWEEN() X(12, a)
#define WEFT_EACH_14(X, BETWEEN, a) WEFT_EACH_13(X, BETWEEN, a) BETWEEN() X(13, a)
#define WEFT_EACH_15(X, BETWEEN, a) WEFT_EACH_14(X, BETWEEN, a) BETWEEN() X(14, a)
#define WEFT_EACH_16(X, BETWEEN, a) WEFT_EACH_15(X, BETWEEN, a) BETWEEN() X(15, a)
#define WEFT_EACH_17(X, BETWEEN, a) WEFT_EACH_16(X, BETWEEN, a) BETWEEN() X(16, a)
#define WEFT_EACH_18(X, BETWEEN, a) WEFT_EACH_17(X, BETWEEN, a) BETWEEN() X(17, a)
#define WEFT_EACH_19(X, BETWEEN, a) WEFT_EACH_18(X, BETWEEN, a) BETWEEN() X(18, a)
#define WEFT_EACH_20(X, BETWEEN, a) WEFT_EACH_19(X, BETWEEN, a) BETWEEN() X(19, a)
#define WEFT_EACH_21(X, BETWEEN, a) WEFT_EACH_20(X, BETWEEN, a) BETWEEN() X(20, a)
#define WEFT_EACH_22(X, BETWEEN, a) WEFT_EACH_21(X, BETWEEN, a) BETWEEN() X(21, a)
#define WEFT_EACH_23(X, BETWEEN, a) WEFT_EACH_22(X, BETWEEN, a) BETWEEN() X(22, a)
#define WEFT_EACH_24(X, BETWEEN, a) WEFT_EACH_23(X, BETWEEN, a) BETWEEN() X(23, a)
#define WEFT_EACH_25(X, BETWEEN, a) WEFT_EACH_24(X, BETWEEN, a) BETWEEN() X(24, a)
#define WEFT_EACH_26(X, BETWEEN, a) WEFT_EACH_25(X, BETWEEN, a) BETWEEN() X(25, a)
#define WEFT_EACH_27(X, BETWEEN, a) WEFT_EACH_26(X, BETWEEN, a) BETWEEN() X(26, a)
#define WEFT_EACH_28(X, BETWEEN, a) WEFT_EACH_27(X, BETWEEN, a) BETWEEN() X(27, a)
#define WEFT_EACH_29(X, BETWEEN, a) WEFT_EACH_28(X, BETWEEN, a) BETWEEN() X(28, a)
#define WEFT_EACH_30(X, BETWEEN, a) WEFT_EACH_29(X, BETWEEN, a) BETWEEN() X(29, a)
#define WEFT_EACH_31(X, BETWEEN, a) WEFT_EACH_30(X, BETWEEN, a) BETWEEN() X(30, a)
#define WEFT_EACH_32(X, BETWEEN, a) WEFT_EACH_31(X, BETWEEN, a) BETWEEN() X(31, a)

#endif
