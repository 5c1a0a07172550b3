/* attributes.c: what a weft.Ufunc says of itself. */
#include "callable.h"

static PyObject *get_ufunc(PyObject *object, void *closure)
{
    callable *self = (callable *)object;
    (void)closure;
    if (self->ufunc->reducer)
        Py_RETURN_NONE;
    return Py_XNewRef(callable_numpy(self));
}

static PyObject *get_text(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const char *which = closure;
    return PyUnicode_FromString(which[0] == 'n'   ? ufunc->name
                                : which[0] == 's' ? ufunc->layout
                                : which[0] == 'd' ? ufunc->doc
                                                  : ufunc->location);
}

static PyObject *get_count(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const char *which = closure;
    return PyLong_FromLong(which[0] == 'i'   ? weft_ufunc_given_inputs(ufunc)
                           : which[0] == 'o' ? ufunc->output_count
                           : which[0] == 'l'
                               ? (long)ufunc->loop_count
                               : weft_ufunc_given_inputs(ufunc) + ufunc->output_count);
}

static PyObject *get_types(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    PyObject *list = PyList_New(0);
    (void)closure;
    for (uint32_t k = 0; list && k < ufunc->loop_count; k++) {
        PyObject *text = PyUnicode_FromString(ufunc->loops[k].prototype);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *get_operands(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const int inputs = weft_ufunc_given_inputs(ufunc), hidden = ufunc->input_count - inputs;
    const int count = inputs + ufunc->output_count;
    PyObject *tuple = PyTuple_New(count);
    (void)closure;
    for (int i = 0; tuple && i < count; i++) {
        const weft_operand *operand = &ufunc->operands[i < inputs ? i : i + hidden];
        if (PyTuple_SetItem(tuple, i, PyUnicode_FromString(operand->name)) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *callable_default(const weft_ufunc *ufunc, int input)
{
    const weft_array *known =
        input < weft_ufunc_given_inputs(ufunc) ? weft_ufunc_default(ufunc, input) : NULL;
    if (!known)
        return Py_NewRef(Py_None);
    return known->dtype == WEFT_INT64 ? PyLong_FromLongLong(known->value.i64)
                                      : PyFloat_FromDouble(known->value.f64);
}

static PyObject *get_defaults(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const int inputs = weft_ufunc_given_inputs(ufunc);
    PyObject *tuple = PyTuple_New(inputs);
    (void)closure;
    for (int i = 0; tuple && i < inputs; i++) {
        PyObject *number = callable_default(ufunc, i);
        if (!number || PyTuple_SetItem(tuple, i, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_identity(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    (void)closure;
    if (!(ufunc->flags & WEFT_UFUNC_HAS_IDENTITY))
        Py_RETURN_NONE;
    return PyFloat_FromDouble(ufunc->identity);
}

static PyObject *get_targets(PyObject *object, void *closure)
{
    const weft_ufunc *ufunc = ((callable *)object)->ufunc;
    const bool on_hosts = ufunc->reducer || ufunc->module->kernels[WEFT_ISA_BASE];
    bool on_gpu = weft_module_find_image(ufunc->module, WEFT_GPU) &&
                  !weft_ufunc_find_refusal(ufunc, WEFT_GPU);
    (void)closure;
    return on_hosts ? on_gpu ? Py_BuildValue("(sss)", "cpu", "parallel", "gpu")
                             : Py_BuildValue("(ss)", "cpu", "parallel")
           : on_gpu ? Py_BuildValue("(s)", "gpu")
                    : PyTuple_New(0);
}

static PyObject *get_gpu_refusal(PyObject *object, void *closure)
{
    const char *reason = weft_ufunc_find_refusal(((callable *)object)->ufunc, WEFT_GPU);
    (void)closure;
    return reason ? PyUnicode_FromString(reason) : Py_NewRef(Py_None);
}

static PyObject *get_origin(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef(((callable *)object)->origin);
}

static PyObject *get_reduction(PyObject *object, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((callable *)object)->ufunc->reducer != NULL);
}

PyGetSetDef callable_getters[] = {
    {"__name__", get_text, NULL, NULL, "name"},
    {"__qualname__", get_text, NULL, NULL, "name"},
    {"__doc__", callable_ask, NULL, NULL, "help_text"},
    {"__signature__", callable_ask, NULL, NULL, "call_signature"},
    {"doc", get_text, NULL, "The doc comment.", "doc"},
    {"signature", get_text, NULL, "The layout: the core dimensions of the operands.", "signature"},
    {"location", get_text, NULL, "Where it stands in its source.", "location"},
    {"nin", get_count, NULL, "The number of inputs.", "inputs"},
    {"nout", get_count, NULL, "The number of outputs.", "outputs"},
    {"nargs", get_count, NULL, "The number of operands.", "all"},
    {"ntypes", get_count, NULL, "The number of loops.", "loops"},
    {"types", get_types, NULL, "The prototypes of the loops, in the order of their choice.", NULL},
    {"operands", get_operands, NULL, "The names of the operands.", NULL},
    {"defaults", get_defaults, NULL,
     "What each input is where it is left out; None: it must be given.", NULL},
    {"identity", get_identity, NULL, "What a reduction of nothing gives, or None.", NULL},
    {"targets", get_targets, NULL, "The targets that have kernels.", NULL},
    {"gpu_refusal", get_gpu_refusal, NULL, "Why there are none for the gpu, or None.", NULL},
    {"is_reduction", get_reduction, NULL, "Whether it is a declared reduction.", NULL},
    {"origin", get_origin, NULL, "The library's path, or the module that has it.", NULL},
    {"ufunc", get_ufunc, NULL, "The same as a numpy.ufunc; None of a declared reduction.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
