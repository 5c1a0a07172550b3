/* device_array.c: arrays of a device that are Weft's own, and views of them. Every framework takes
 * them, by DLPack or by the CUDA array interface. Each knows the stream on which it was written
 * last, behind which all that reads it on another is ordered. */
#include "python/operation.h"

typedef struct device_array {
    PyObject_HEAD weft_array array; /* owned, or a view of the owner's */
    PyObject *owner;                /* of a view, owned: the array whose memory it is; else NULL */
    /* Of an array that is no view: */
    size_t byte_count;
    void *stream; /* the last that wrote to it was enqueued there */
    PyObject
        *stream_object; /* owned, keeps that stream; NULL: it has no object, or none is needed */
    PyObject *follower; /* owned: a stream that waits for it already; NULL: none is known */
    PyObject *keeper;   /* owned: what keeps memory that is another's; NULL: it is ours */
} device_array;

static PyTypeObject *type;
static PyTypeObject *made_type; /* weft.DeviceArray, which adds what needs no C */

static device_array *owner_of(device_array *own)
{
    return own->owner ? (device_array *)own->owner : own;
}

static device_array *allocate_object(void)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(made_type, Py_tp_alloc);
    device_array *made = (device_array *)allocate(made_type, 0);
    if (!made)
        return NULL;
    made->array = (weft_array){0};
    made->owner = made->stream_object = made->follower = made->keeper = NULL;
    made->byte_count = 0;
    made->stream = NULL;
    return made;
}

static void note_writer(device_array *own, const operation *all)
{
    PyObject *before = own->stream_object, *follower = own->follower;
    own->stream = all->options.stream;
    own->stream_object = Py_XNewRef(all->stream_object);
    own->follower = NULL;
    Py_XDECREF(before);
    Py_XDECREF(follower);
}

/* Orders what is to be enqueued behind what wrote to the array; the host does not wait. */
static int follow_writer(device_array *own, operation *all)
{
    weft_error error;
    weft_options where = {
        .size = sizeof where, .device = own->array.device - 1, .stream = all->options.stream};
    if (own->stream == where.stream || (own->follower && own->follower == all->stream_object))
        return 0;
    if (weft_stream_follow(own->stream, &where, &error))
        return face_raise(&error);
    if (all->stream_object) {
        PyObject *before = own->follower;
        own->follower = Py_NewRef(all->stream_object);
        Py_XDECREF(before);
    }
    return 0;
}

int operand_by_device_array(operation *all, PyObject *object, const kind *what, bool is_output,
                            weft_array *array)
{
    device_array *own = (device_array *)object, *owner = owner_of(own);
    if (stream_of_kind(all, what, own->array.device - 1) < 0 || follow_writer(owner, all) < 0)
        return -1;
    all->has_stream = true; /* without a current one it is the default stream */
    if (is_output)
        note_writer(owner, all);
    *array = own->array;
    array->flags = owner->keeper ? WEFT_ARRAY_READONLY : 0;
    array->base = NULL;
    return 0;
}

PyObject *device_array_new(const weft_array *like, const operation *all, void **data)
{
    weft_error error;
    device_array *made = allocate_object();
    weft_options where = {
        .size = sizeof where, .device = like->device - 1, .stream = all->options.stream};
    if (!made)
        return NULL;
    if (weft_device_array_async(&made->array, (weft_dtype)like->dtype, like->rank, like->shape,
                                &where, &error)) {
        face_raise(&error);
        Py_DECREF((PyObject *)made);
        return NULL;
    }
    made->byte_count = weft_dtype_size((weft_dtype)like->dtype);
    for (int axis = 0; axis < like->rank; axis++) {
        made->array.steps[axis] = like->steps[axis];
        made->byte_count *= (size_t)like->shape[axis];
    }
    note_writer(made, all);
    *data = made->array.data;
    return (PyObject *)made;
}

PyObject *device_array_over(const weft_array *array, PyObject *keeper)
{
    device_array *made = allocate_object();
    if (!made)
        return NULL;
    made->array = *array;
    made->array.flags = 0;
    made->array.base = array->data;
    made->byte_count = weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = 0; axis < array->rank; axis++)
        made->byte_count *= (size_t)array->shape[axis];
    made->keeper = Py_NewRef(keeper);
    return (PyObject *)made;
}

static void release(PyObject *self)
{
    device_array *own = (device_array *)self;
    PyTypeObject *own_type = Py_TYPE(self);
    if (!own->owner)
        weft_array_clear(&own->array);
    Py_XDECREF(own->owner);
    Py_XDECREF(own->stream_object);
    Py_XDECREF(own->follower);
    Py_XDECREF(own->keeper);
    ((freefunc)PyType_GetSlot(own_type, Py_tp_free))(self);
    Py_DECREF((PyObject *)own_type);
}

/* ---- views ---- */

/* The bytes from the array's first to behind its last, counted from its address: low and high;
 * false where they are beyond int64. */
static bool find_reach(const weft_array *array, int64_t *low, int64_t *high)
{
    *low = 0;
    *high = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    for (int axis = 0; axis < array->rank; axis++) {
        int64_t reach, *end = array->steps[axis] < 0 ? low : high;
        if (__builtin_mul_overflow(array->shape[axis] - 1, array->steps[axis], &reach) ||
            __builtin_add_overflow(*end, reach, end))
            return false;
    }
    return true;
}

/* Whether a view stays within its owner's memory, at `offset` bytes behind its begin. */
static bool is_within(const weft_array *view, int64_t offset, const device_array *owner)
{
    int64_t low, high;
    for (int axis = 0; axis < view->rank; axis++)
        if (view->shape[axis] == 0)
            return true;
    return find_reach(view, &low, &high) && !__builtin_add_overflow(low, offset, &low) &&
           !__builtin_add_overflow(high, offset, &high) && low >= 0 &&
           (uint64_t)high <= owner->byte_count;
}

static int read_numbers(PyObject *tuple, int64_t *numbers)
{
    const Py_ssize_t count = PyTuple_Size(tuple);
    for (Py_ssize_t k = 0; k < count; k++)
        numbers[k] = PyLong_AsLongLong(PyTuple_GetItem(tuple, k));
    return PyErr_Occurred() ? -1 : 0;
}

/* _view(address, shape, strides): the same memory seen otherwise; what the view's address is was
 * reckoned from this array's. */
static PyObject *view_of(PyObject *self, PyObject *args)
{
    device_array *own = (device_array *)self, *owner = owner_of(own);
    weft_array array = {.dtype = own->array.dtype, .device = own->array.device};
    PyObject *shape, *steps;
    unsigned long long address;
    if (!PyArg_ParseTuple(args, "KO!O!", &address, &PyTuple_Type, &shape, &PyTuple_Type, &steps))
        return NULL;
    array.rank = (int32_t)PyTuple_Size(shape);
    if (array.rank > WEFT_MAX_RANK || PyTuple_Size(steps) != array.rank)
        return face_refuse(WEFT_ERROR_SHAPE, "a view of %d axes; at most %d are possible",
                           (int)array.rank, WEFT_MAX_RANK);
    if (read_numbers(shape, array.shape) < 0 || read_numbers(steps, array.steps) < 0)
        return NULL;
    for (int axis = 0; axis < array.rank; axis++)
        if (array.shape[axis] < 0)
            return face_refuse(WEFT_ERROR_SHAPE, "a view of a negative size");
    array.data = (void *)(uintptr_t)address;
    if (!is_within(&array, (int64_t)((uintptr_t)address - (uintptr_t)owner->array.base), owner))
        return face_refuse(WEFT_ERROR_SHAPE, "a view goes beyond the memory of its array");
    device_array *made = allocate_object();
    if (!made)
        return NULL;
    made->array = array;
    made->owner = Py_NewRef((PyObject *)owner);
    return (PyObject *)made;
}

static PyObject *get_base(PyObject *self, void *closure)
{
    PyObject *owner = ((device_array *)self)->owner;
    (void)closure;
    return Py_NewRef(owner ? owner : Py_None);
}

static PyObject *get_strides(PyObject *self, void *closure)
{
    const weft_array *array = &((device_array *)self)->array;
    (void)closure;
    return face_tuple(array->steps, array->rank);
}

static PyObject *get_address(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromVoidPtr(((device_array *)self)->array.data);
}

static PyObject *get_shape(PyObject *self, void *closure)
{
    const weft_array *array = &((device_array *)self)->array;
    (void)closure;
    return face_tuple(array->shape, array->rank);
}

static PyObject *get_dtype(PyObject *self, void *closure)
{
    const int number = face_dtype_to_numpy((weft_dtype)((device_array *)self)->array.dtype);
    (void)closure;
    return number < 0 ? NULL : (PyObject *)PyArray_DescrFromType(number);
}

static PyObject *get_itemsize(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(weft_dtype_size((weft_dtype)((device_array *)self)->array.dtype));
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
    device_array *own = (device_array *)self;
    void *stream = owner_of(own)->stream;
    (void)closure;
    PyObject *text = find_typestr(&own->array), *dict = NULL;
    PyObject *shape = face_tuple(own->array.shape, own->array.rank);
    PyObject *steps = face_tuple(own->array.steps, own->array.rank);
    if (text && shape && steps)
        dict = Py_BuildValue("{sOsOsOs(KO)sisK}", "shape", shape, "typestr", text, "strides", steps,
                             "data", (unsigned long long)(uintptr_t)own->array.data,
                             owner_of(own)->keeper ? Py_True : Py_False, "version", 3, "stream",
                             stream ? (unsigned long long)(uintptr_t)stream : 1ULL);
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

static PyObject *export_array(device_array *own, bool is_versioned)
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

/* A stream that the consumer names waits for the work that wrote to the array. */
static PyObject *get_dlpack(PyObject *self, PyObject *args, PyObject *words)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    device_array *own = (device_array *)self, *owner = owner_of(own);
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|$OOOO", names, &stream, &version, &device,
                                     &copy))
        return NULL;
    if (copy == Py_True)
        return PyErr_Format(PyExc_BufferError, "__dlpack__: no copies are made");
    long number = stream == Py_None ? 1 : PyLong_AsLong(stream);
    if (PyErr_Occurred())
        return NULL;
    if (number != -1) {
        weft_error error;
        weft_options where = {.size = sizeof where,
                              .device = own->array.device - 1,
                              .stream = number <= 1 ? NULL : (void *)number};
        if (weft_stream_follow(owner->stream, &where, &error))
            return face_raise(&error), NULL;
    }
    return export_array(own, takes_versions(version));
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
    {"_view", view_of, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef members[] = {{"shape", get_shape, NULL, NULL, NULL},
                                {"strides", get_strides, NULL, NULL, NULL},
                                {"dtype", get_dtype, NULL, NULL, NULL},
                                {"itemsize", get_itemsize, NULL, NULL, NULL},
                                {"device", get_device, NULL, NULL, NULL},
                                {"base", get_base, NULL, NULL, NULL},
                                {"ptr", get_address, NULL, NULL, NULL},
                                {"__cuda_array_interface__", get_interface, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_dealloc, release},
                              {Py_tp_repr, represent},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, members},
                              {0, NULL}};
static PyType_Spec spec = {
    "weft._core.DeviceArray", sizeof(device_array), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

PyObject *device_array_set_type(PyObject *module, PyObject *made)
{
    (void)module;
    if (!PyType_Check(made) || !PyType_IsSubtype((PyTypeObject *)made, type))
        return PyErr_Format(PyExc_TypeError, "%R is no type of device arrays", made);
    Py_INCREF(made); /* for good: what was made of the type before may still be there */
    made_type = (PyTypeObject *)made;
    Py_RETURN_NONE;
}

int device_array_add_type(PyObject *module)
{
    made_type = type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type ? PyModule_AddObjectRef(module, "DeviceArray", (PyObject *)type) : -1;
}
