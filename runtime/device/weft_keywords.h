/* weft_keywords.h: stands before the text of C functions in a .cu: what C takes for a name and C++
 * for a keyword is renamed, what C has and C++ has not is translated. weft_keywords_end.h undoes
 * it. No guard: each piece of C text has its own pair. C++'s operator names (and, or, not, …)
 * cannot be defined away; the generator refuses them as C names. */
#define class weft_c_class
#define const_cast weft_c_const_cast
#define constexpr weft_c_constexpr
#define concept weft_c_concept
#define consteval weft_c_consteval
#define constinit weft_c_constinit
#define co_await weft_c_co_await
#define co_return weft_c_co_return
#define co_yield weft_c_co_yield
#define catch weft_c_catch
#define char8_t weft_c_char8_t
#define decltype weft_c_decltype
#define delete weft_c_delete
#define dynamic_cast weft_c_dynamic_cast
#define explicit weft_c_explicit
#define export weft_c_export
#define friend weft_c_friend
#define mutable weft_c_mutable
#define namespace weft_c_namespace
#define new weft_c_new
#define noexcept weft_c_noexcept
#define nullptr weft_c_nullptr
#define operator weft_c_operator
#define private weft_c_private
#define protected weft_c_protected
#define public weft_c_public
#define reinterpret_cast weft_c_reinterpret_cast
#define requires weft_c_requires
#define static_cast weft_c_static_cast
#define template weft_c_template
#define this weft_c_this
#define throw weft_c_throw
#define try weft_c_try
#define typeid weft_c_typeid
#define typename weft_c_typename
#define using weft_c_using
#define virtual weft_c_virtual

#define restrict __restrict__
#define register
#define _Bool bool
#define _Alignas alignas
#define _Alignof alignof
#define _Noreturn __attribute__((noreturn))
#define _Static_assert static_assert
