/* device_array.c: memory of a device that belongs to no framework: what a call makes where its operands
 * do not say how. Every framework takes it, by DLPack or by the CUDA array interface. */
#include "operation.h"

typedef struct device_array {
    PyObject_HEAD weft_array array; /* owned */
    void *stream;                   /* the work on it was enqueued there */
} device_array;

static PyTypeObject *type;

PyObject *device_array_new(const weft_array *like, const weft_options *options, void **data)
{
    weft_error error;
    device_array *made = PyObject_New(device_array, type);
    weft_options where = {
        .size = sizeof where, .device = like->device - 1, .stream = options->stream};
    if (!made)
        return NULL;
    made->array = (weft_array){0};
    made->stream = options->stream;
    if (weft_device_array(&made->array, (weft_dtype)like->dtype, like->rank, like->shape, &where,
                          &error)) {
        face_raise(&error);
        Py_DECREF((PyObject *)made);
        return NULL;
    }
    for (int axis = 0; axis < like->rank; axis++)
        made->array.steps[axis] = like->steps[axis];
    *data = made->array.data;
    return (PyObject *)made;
}

static void release(PyObject *self)
{
    weft_array_clear(&((device_array *)self)->array);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

static PyObject *get_shape(PyObject *self, void *closure)
{
    const weft_array *array = &((device_array *)self)->array;
    (void)closure;
    return face_tuple(array->shape, array->rank);
}

static PyObject *get_dtype(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(weft_dtype_name((weft_dtype)((device_array *)self)->array.dtype));
}

static PyObject *get_device(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(((device_array *)self)->array.device - 1);
}

/* NumPy's text of the dtype. bfloat16 has none. */
static PyObject *find_typestr(const weft_array *array)
{
    const char *name = weft_dtype_name((weft_dtype)array->dtype);
    const int size = (int)weft_dtype_size((weft_dtype)array->dtype);
    if (array->dtype == WEFT_BFLOAT16)
        return PyErr_Format(PyExc_AttributeError,
                            "bfloat16 is no type of the CUDA array interface");
    return PyUnicode_FromFormat("%c%c%d", size == 1 ? '|' : '<', name[0], size);
}

static PyObject *get_interface(PyObject *self, void *closure)
{
    const device_array *own = (device_array *)self;
    (void)closure;
    PyObject *text = find_typestr(&own->array), *dict = NULL;
    PyObject *shape = face_tuple(own->array.shape, own->array.rank);
    PyObject *steps = face_tuple(own->array.steps, own->array.rank);
    if (text && shape && steps)
        dict = Py_BuildValue("{sOsOsOs(KO)sisK}", "shape", shape, "typestr", text, "strides", steps,
                             "data", (unsigned long long)(uintptr_t)own->array.data, Py_False,
                             "version", 3, "stream",
                             own->stream ? (unsigned long long)(uintptr_t)own->stream : 1ULL);
    Py_XDECREF(text);
    Py_XDECREF(shape);
    Py_XDECREF(steps);
    return dict;
}

static PyObject *get_dlpack_device(PyObject *self, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("(ii)", DL_CUDA, ((device_array *)self)->array.device - 1);
}

/* What the capsule's consumer holds: the tensor in either form, its axes, and us. */
typedef struct exported {
    union {
        dl_managed plain; /* of consumers that name no version: DLPack's before 1.0 */
        dl_managed_versioned versioned;
    } as;
    int64_t shape[WEFT_MAX_RANK], strides[WEFT_MAX_RANK];
} exported;

static void give_back(void *made, void *owner)
{
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF((PyObject *)owner);
    PyMem_Free(made);
    PyGILState_Release(state);
}

static void give_plain_back(dl_managed *managed)
{
    give_back(managed, managed->context);
}

static void give_versioned_back(dl_managed_versioned *managed)
{
    give_back(managed, managed->context);
}

/* Of a capsule that nobody has taken. */
static void drop_capsule(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor"))
        give_plain_back(PyCapsule_GetPointer(capsule, "dltensor"));
    else if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
        give_versioned_back(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
}

static PyObject *export(device_array *own, bool is_versioned)
{
    exported *made = PyMem_Calloc(1, sizeof *made);
    if (!made)
        return PyErr_NoMemory();
    const int64_t size = (int64_t)weft_dtype_size((weft_dtype)own->array.dtype);
    for (int axis = 0; axis < own->array.rank; axis++) {
        made->shape[axis] = own->array.shape[axis];
        made->strides[axis] = own->array.steps[axis] / size;
    }
    const dl_tensor tensor = {.data = own->array.data,
                              .device = {DL_CUDA, own->array.device - 1},
                              .rank = own->array.rank,
                              .dtype = tensor_dtype((weft_dtype)own->array.dtype),
                              .shape = made->shape,
                              .strides = made->strides};
    if (is_versioned)
        made->as.versioned = (dl_managed_versioned){
            .version = {1, 1}, .context = own, .deleter = give_versioned_back, .tensor = tensor};
    else
        made->as.plain = (dl_managed){.tensor = tensor, .context = own, .deleter = give_plain_back};
    PyObject *capsule =
        PyCapsule_New(&made->as, is_versioned ? "dltensor_versioned" : "dltensor", drop_capsule);
    Py_INCREF((PyObject *)own); /* the tensor's */
    if (!capsule)
        give_back(made, own);
    return capsule;
}

/* Whether the consumer's largest version, (major, minor) or None, has the form with one. */
static bool takes_versions(PyObject *version)
{
    PyObject *first = PyTuple_Check(version) ? Py_BuildValue("(ii)", 1, 0) : NULL;
    const int is_new = first ? PyObject_RichCompareBool(version, first, Py_GE) : 0;
    Py_XDECREF(first);
    PyErr_Clear(); /* what cannot be compared is no version */
    return is_new == 1;
}

/* Where the consumer names another stream than that of the work, it is waited for. */
static PyObject *get_dlpack(PyObject *self, PyObject *args, PyObject *words)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    device_array *own = (device_array *)self;
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|$OOOO", names, &stream, &version, &device,
                                     &copy))
        return NULL;
    if (copy == Py_True)
        return PyErr_Format(PyExc_BufferError, "__dlpack__: no copies are made");
    long number = stream == Py_None ? 1 : PyLong_AsLong(stream);
    if (PyErr_Occurred())
        return NULL;
    if (number != -1 && (number <= 1 ? NULL : (void *)number) != own->stream) {
        weft_error error;
        weft_options where = {
            .size = sizeof where, .device = own->array.device - 1, .stream = own->stream};
        if (weft_synchronize(&where, &error))
            return face_raise(&error), NULL;
    }
    return export(own, takes_versions(version));
}

static PyObject *represent(PyObject *self)
{
    const weft_array *array = &((device_array *)self)->array;
    PyObject *shape = face_tuple(array->shape, array->rank);
    PyObject *text = shape ? PyUnicode_FromFormat("<weft.DeviceArray %s%R on CUDA device %d>",
                                                  weft_dtype_name((weft_dtype)array->dtype), shape,
                                                  array->device - 1)
                           : NULL;
    Py_XDECREF(shape);
    return text;
}

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))get_dlpack, METH_VARARGS | METH_KEYWORDS, NULL},
    {"__dlpack_device__", get_dlpack_device, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef members[] = {{"shape", get_shape, NULL, NULL, NULL},
                                {"dtype", get_dtype, NULL, NULL, NULL},
                                {"device", get_device, NULL, NULL, NULL},
                                {"__cuda_array_interface__", get_interface, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};
static const char doc[] = "Memory of a CUDA device that no framework owns; any of them takes it.";
static PyType_Slot slots[] = {{Py_tp_dealloc, release}, {Py_tp_repr, represent},
                              {Py_tp_methods, methods}, {Py_tp_getset, members},
                              {Py_tp_doc, (void *)doc}, {0, NULL}};
static PyType_Spec spec = {"weft.DeviceArray", sizeof(device_array), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

int device_array_add_type(PyObject *module)
{
    type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type ? PyModule_AddObjectRef(module, "DeviceArray", (PyObject *)type) : -1;
}
