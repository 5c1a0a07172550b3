/* loops.c: a function of a library as a real numpy.ufunc, for what calls those: where=, at, dask,
 * xarray, pandas, subclasses of ndarray. */
#include "loops.h"
#include "python/callable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char capsule_name[] = "weft.loops";

bound_ufunc *loops_of(PyObject *ufunc)
{
    return PyCapsule_GetPointer(((PyUFuncObject *)ufunc)->obj, capsule_name);
}

static void drop(PyObject *capsule)
{
    bound_ufunc *all = PyCapsule_GetPointer(capsule, capsule_name);
    for (narrowing_loop *own = all->narrowing, *next; own; own = next) {
        next = own->next;
        PyMem_Free(own);
    }
    PyMem_Free(all->layout);
    PyMem_Free(all);
}

/* ---- one loop ---- */

static void keep(NpyAuxData *data)
{
    (void)data;
}

static NpyAuxData *share(NpyAuxData *data)
{
    return data;
}

/* Binds a loop that has a kernel and whose dtypes NumPy has; false if there is none. */
static bool bind(bound_loop *bound, const weft_ufunc *ufunc, const weft_loop *loop,
                 bool raises_flags)
{
    const int count = ufunc->input_count + ufunc->output_count;
    bool is_uniform = true, is_as_stored = true;
    *bound = (bound_loop){.base = {.free = keep, .clone = share},
                          .ufunc = ufunc,
                          .loop = loop,
                          .dtypes = loop->dtypes,
                          .count = count};
    for (int i = 0; i < count; i++) {
        if (!promote_class((weft_dtype)loop->dtypes[i])) {
            PyErr_Clear(); /* bfloat16, without ml_dtypes */
            return false;
        }
        is_uniform = is_uniform && loop->dtypes[i] == loop->dtypes[0];
        is_as_stored = is_as_stored && loop->dtypes[i] == loop->kernel_dtypes[i];
    }
    bound->is_foldable =
        is_uniform && ufunc->flags & WEFT_UFUNC_REORDERABLE && !ufunc->kept_outputs;
    /* what a kernel may write to, or read from its output, only a call prepares, and only a call
     * keeps other threads from a state */
    bound->is_serial = ufunc->flags & WEFT_UFUNC_SERIAL;
    bound->is_as_stored =
        is_as_stored && !ufunc->written_inputs && !ufunc->kept_outputs && !bound->is_serial;
    return weft_kernel_find(ufunc, loop, raises_flags, &bound->kernel, NULL) == WEFT_OK;
}

/* The loop of these descriptors; NULL with an exception. */
static const bound_loop *find_loop(const bound_ufunc *all, PyArray_Descr *const *descriptors)
{
    const int count = all->ufunc->input_count + all->ufunc->output_count;
    uint8_t dtypes[WEFT_MAX_OPERANDS];
    for (int i = 0; i < count; i++)
        dtypes[i] = (uint8_t)face_dtype_of_numpy(descriptors[i]->type_num);
    for (int k = 0; k < all->count; k++)
        if (all->loops[k].loop->dtypes[0] == dtypes[0] &&
            memcmp(all->loops[k].loop->dtypes, dtypes, (size_t)count) == 0)
            return &all->loops[k];
    for (const narrowing_loop *own = all->narrowing; own; own = own->next)
        if (memcmp(own->dtypes, dtypes, (size_t)count) == 0)
            return &own->bound;
    PyErr_Format(PyExc_TypeError, "%s has no loop for these dtypes", all->ufunc->name);
    return NULL;
}

static int get_loop(PyArrayMethod_Context *context, int aligned, int move_references,
                    const npy_intp *steps, PyArrayMethod_StridedLoop **loop, NpyAuxData **data,
                    NPY_ARRAYMETHOD_FLAGS *flags)
{
    const bound_ufunc *all = loops_of(context->caller);
    const bound_loop *bound = all ? find_loop(all, context->descriptors) : NULL;
    (void)aligned, (void)move_references, (void)steps;
    if (!bound)
        return -1;
    *loop = bound->ufunc->flags & WEFT_UFUNC_ELEMENTWISE ? loop_call_elementwise : loop_call_core;
    *data = (NpyAuxData *)(uintptr_t)bound; /* the ufunc's, and constant */
    *flags = all->raises_flags ? 0 : NPY_METH_NO_FLOATINGPOINT_ERRORS;
    return 0;
}

static bool is_whole(double value)
{
    return value >= -1e15 && value <= 1e15 && value == (double)(int64_t)value &&
           !(value == 0 && signbit(value));
}

/* The identity, as the loop's dtype; without one a reduction starts with its first element. Whole
 * numbers by their bits, as libweft has them: -1 is all ones. */
static int get_initial(PyArrayMethod_Context *context, npy_bool is_empty, void *initial)
{
    const bound_ufunc *all = loops_of(context->caller);
    weft_error error;
    (void)is_empty;
    if (!all || !(all->ufunc->flags & WEFT_UFUNC_HAS_IDENTITY))
        return all ? 0 : -1;
    const weft_dtype dtype = face_dtype_of_numpy(context->descriptors[0]->type_num);
    weft_array to = weft_array_view(initial, dtype, 0, NULL, NULL);
    const double identity = all->ufunc->identity;
    const weft_array from =
        is_whole(identity) ? weft_scalar_i64((int64_t)identity) : weft_scalar_f64(identity);
    const weft_options options = {.size = sizeof options, .casting = WEFT_CASTING_UNSAFE};
    return weft_array_copy(&to, &from, &options, &error) ? face_raise(&error) : 1;
}

/* NumPy has a second class of 64-bit integers, `long long`, which its folds ask for by name. */
static PyArray_DTypeMeta *class_of(weft_dtype dtype, bool is_long_long)
{
    if (is_long_long && dtype == WEFT_INT64)
        return &PyArray_LongLongDType;
    if (is_long_long && dtype == WEFT_UINT64)
        return &PyArray_ULongLongDType;
    return promote_class(dtype);
}

static bool has_long_long(const bound_loop *bound)
{
    for (int i = 0; i < bound->count; i++)
        if (bound->dtypes[i] == WEFT_INT64 || bound->dtypes[i] == WEFT_UINT64)
            return true;
    return false;
}

static int add_loop(PyObject *made, const bound_ufunc *all, const bound_loop *bound,
                    bool is_long_long)
{
    const weft_ufunc *ufunc = all->ufunc;
    const bool is_elementwise = ufunc->flags & WEFT_UFUNC_ELEMENTWISE;
    PyArray_DTypeMeta *classes[WEFT_MAX_OPERANDS];
    for (int i = 0; i < bound->count; i++)
        classes[i] = class_of((weft_dtype)bound->dtypes[i], is_long_long);
    PyType_Slot slots[] = {
        {NPY_METH_get_loop, get_loop},
        {NPY_METH_get_reduction_initial, get_initial},
        {NPY_METH_strided_loop, is_elementwise ? loop_call_elementwise : loop_call_core},
        {0, NULL}};
    int flags = all->raises_flags ? 0 : NPY_METH_NO_FLOATINGPOINT_ERRORS;
    flags |= is_elementwise ? NPY_METH_SUPPORTS_UNALIGNED : 0;
    flags |= ufunc->flags & WEFT_UFUNC_REORDERABLE ? NPY_METH_IS_REORDERABLE : 0;
    PyArrayMethod_Spec spec = {.name = ufunc->name,
                               .nin = ufunc->input_count,
                               .nout = ufunc->output_count,
                               .casting = NPY_NO_CASTING,
                               .flags = (NPY_ARRAYMETHOD_FLAGS)flags,
                               .dtypes = classes,
                               .slots = slots};
    return PyUFunc_AddLoopFromSpec(made, &spec);
}

int loops_add_narrowing(PyObject *ufunc, const weft_loop *loop, const uint8_t *dtypes)
{
    bound_ufunc *all = loops_of(ufunc);
    const int count = all->ufunc->input_count + all->ufunc->output_count;
    int k = 0;
    for (const narrowing_loop *own = all->narrowing; own; own = own->next)
        if (memcmp(own->dtypes, dtypes, (size_t)count) == 0)
            return 0;
    while (k < all->count && all->loops[k].loop != loop)
        k++;
    narrowing_loop *made = k < all->count ? PyMem_Calloc(1, sizeof *made) : NULL;
    if (!made) {
        PyErr_NoMemory();
        return -1;
    }
    made->bound = all->loops[k];
    made->bound.is_foldable = made->bound.is_as_stored = false;
    memcpy(made->dtypes, dtypes, (size_t)count);
    made->bound.dtypes = made->dtypes;
    if (add_loop(ufunc, all, &made->bound, false) < 0) {
        PyMem_Free(made);
        return -1;
    }
    made->next = all->narrowing;
    all->narrowing = made;
    return 0;
}

/* ---- the ufunc ---- */

/* The layout as NumPy has it: a fresh name for each dimension that is computed. NULL: no memory. */
static char *write_layout(const weft_ufunc *ufunc, bool *is_computed)
{
    const int count = ufunc->input_count + ufunc->output_count;
    size_t size = 8;
    for (int i = 0; i < count; i++) {
        size += 8;
        for (int k = 0; k < ufunc->operands[i].core_rank; k++)
            size += strlen(ufunc->dimensions[ufunc->operands[i].dimensions[k]].name) + 16;
    }
    char *text = PyMem_Malloc(size), *at = text;
    for (int i = 0; text && i < count; i++) {
        const weft_operand *operand = &ufunc->operands[i];
        at += sprintf(at, "%s(", i == 0 ? "" : i == ufunc->input_count ? "->" : ",");
        for (int k = 0; k < operand->core_rank; k++) {
            const int number = operand->dimensions[k];
            const weft_dimension *dimension = &ufunc->dimensions[number];
            const char *comma = k ? "," : "";
            if (dimension->kind == WEFT_DIMENSION_COMPUTED) {
                at += sprintf(at, "%sweft_%d", comma, number);
                *is_computed = true;
            } else {
                bool lacks_mark =
                    dimension->kind == WEFT_DIMENSION_OPTIONAL && !strchr(dimension->name, '?');
                at += sprintf(at, "%s%s%s", comma, dimension->name, lacks_mark ? "?" : "");
            }
        }
        at += sprintf(at, ")");
    }
    return text;
}

/* Sizes of the computed dimensions; NumPy has -1 where an output is not given. */
static int compute_sizes(PyUFuncObject *made, npy_intp *sizes)
{
    const weft_ufunc *ufunc = loops_of((PyObject *)made)->ufunc;
    for (int d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        int64_t size = dimension->constant, term;
        bool is_long = false;
        if (dimension->kind != WEFT_DIMENSION_COMPUTED)
            continue;
        for (int k = 0; k < ufunc->dimension_count; k++)
            if (dimension->coefficients[k])
                is_long = is_long ||
                          __builtin_mul_overflow(dimension->coefficients[k], sizes[k], &term) ||
                          __builtin_add_overflow(size, term, &size);
        if (dimension->divisor > 1) /* rounded down */
            size = size / dimension->divisor - (size % dimension->divisor < 0);
        if (is_long || size < 0 || (sizes[d] != -1 && sizes[d] != size)) {
            PyErr_Format(PyExc_ValueError, "%s: the dimension %s is %s%zd here, not %zd",
                         ufunc->name, dimension->name, is_long ? "beyond " : "",
                         (Py_ssize_t)(is_long ? INT64_MAX : size), (Py_ssize_t)sizes[d]);
            return -1;
        }
        sizes[d] = size;
    }
    return 0;
}

/* NumPy takes an output for harmless that is the same view as an input, which holds for elements,
 * not for core blocks. These are its own flags but for that one. */
static void forbid_in_place(PyUFuncObject *made)
{
    for (int i = made->nin; i < made->nargs; i++)
        made->op_flags[i] = NPY_ITER_WRITEONLY | NPY_ITER_UPDATEIFCOPY | NPY_ITER_ALIGNED |
                            NPY_ITER_ALLOCATE | NPY_ITER_NO_BROADCAST | NPY_ITER_NO_SUBTYPE;
}

static PyObject *identity_of(const weft_ufunc *ufunc)
{
    const double identity = ufunc->identity;
    if (!(ufunc->flags & WEFT_UFUNC_HAS_IDENTITY))
        return Py_NewRef(Py_None);
    if (is_whole(identity))
        return PyLong_FromLong((long)identity);
    return PyFloat_FromDouble(identity);
}

/* The ufunc without its loops, which owns `all`. */
static PyObject *make_bare(bound_ufunc *all, bool is_computed)
{
    const weft_ufunc *ufunc = all->ufunc;
    PyObject *capsule = PyCapsule_New(all, capsule_name, drop);
    if (!capsule) {
        PyMem_Free(all->layout);
        PyMem_Free(all);
        return NULL;
    }
    PyObject *identity = identity_of(ufunc), *made = NULL;
    if (identity)
        made = PyUFunc_FromFuncAndDataAndSignatureAndIdentity(
            NULL, NULL, NULL, 0, ufunc->input_count, ufunc->output_count,
            ufunc->flags & WEFT_UFUNC_HAS_IDENTITY  ? PyUFunc_IdentityValue
            : ufunc->flags & WEFT_UFUNC_REORDERABLE ? PyUFunc_ReorderableNone
                                                    : PyUFunc_None,
            ufunc->name, ufunc->doc, 0, all->layout, identity);
    Py_XDECREF(identity);
    if (!made) {
        Py_DECREF(capsule);
        return NULL;
    }
    PyUFuncObject *fields = (PyUFuncObject *)made;
    fields->obj = capsule;
    if (is_computed)
        fields->process_core_dims_func = compute_sizes;
    if (all->layout)
        forbid_in_place(fields);
    return made;
}

static PyObject *make(bound_ufunc *all)
{
    const weft_ufunc *ufunc = all->ufunc;
    bool is_computed = false;
    if (!(ufunc->flags & WEFT_UFUNC_ELEMENTWISE) &&
        !(all->layout = write_layout(ufunc, &is_computed))) {
        PyMem_Free(all);
        return PyErr_NoMemory();
    }
    PyObject *made = make_bare(all, is_computed);
    for (int k = 0; made && k < all->count; k++)
        if (add_loop(made, all, &all->loops[k], false) < 0 ||
            (has_long_long(&all->loops[k]) && add_loop(made, all, &all->loops[k], true) < 0))
            Py_CLEAR(made);
    if (made && promote_add(made, ufunc) < 0)
        Py_CLEAR(made);
    return made;
}

PyObject *loops_make_ufunc(const weft_ufunc *ufunc, bool raises_flags)
{
    bound_ufunc *all = PyMem_Calloc(1, sizeof *all + ufunc->loop_count * sizeof *all->loops);
    if (!all)
        return PyErr_NoMemory();
    all->ufunc = ufunc;
    all->raises_flags = raises_flags;
    for (uint32_t k = 0; k < ufunc->loop_count; k++)
        all->count += bind(&all->loops[all->count], ufunc, &ufunc->loops[k], raises_flags);
    return make(all);
}
