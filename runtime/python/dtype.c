/* dtype.c: the dtypes of Weft and those of NumPy. */
#include <string.h>

#include "face.h"

static const struct {
    int number;
    weft_dtype dtype;
} table[] = {
    {NPY_BOOL, WEFT_BOOL},          {NPY_BYTE, WEFT_INT8},        {NPY_SHORT, WEFT_INT16},
    {NPY_INT, WEFT_INT32},          {NPY_LONG, WEFT_INT64},       {NPY_LONGLONG, WEFT_INT64},
    {NPY_UBYTE, WEFT_UINT8},        {NPY_USHORT, WEFT_UINT16},    {NPY_UINT, WEFT_UINT32},
    {NPY_ULONG, WEFT_UINT64},       {NPY_ULONGLONG, WEFT_UINT64}, {NPY_HALF, WEFT_FLOAT16},
    {NPY_FLOAT, WEFT_FLOAT32},      {NPY_DOUBLE, WEFT_FLOAT64},   {NPY_CFLOAT, WEFT_COMPLEX64},
    {NPY_CDOUBLE, WEFT_COMPLEX128},
};
_Static_assert(sizeof(long) == 8, "NPY_LONG is int64");

/* bfloat16 is a dtype of the package ml_dtypes: its number is known once some array had it. */
static int bfloat16_number = -1;

static int ask_bfloat16(void)
{
    PyObject *ask = face_cold("bfloat16_number"), *answer = ask ? PyObject_CallNoArgs(ask) : NULL;
    if (!answer)
        return -1;
    bfloat16_number = (int)PyLong_AsLong(answer);
    Py_DECREF(answer);
    return bfloat16_number;
}

int face_dtype_to_numpy(weft_dtype dtype)
{
    static signed char numbers[WEFT_DTYPE_END];
    if (dtype == WEFT_BFLOAT16)
        return bfloat16_number >= 0 ? bfloat16_number : ask_bfloat16();
    if (!numbers[WEFT_INT8])
        for (size_t k = sizeof table / sizeof *table; k-- > 0;)
            numbers[table[k].dtype] = (signed char)table[k].number;
    return numbers[dtype];
}

weft_dtype face_dtype_of_numpy(int number)
{
    static unsigned char dtypes[24];
    if (!dtypes[NPY_BYTE])
        for (size_t k = 0; k < sizeof table / sizeof *table; k++)
            dtypes[table[k].number] = (unsigned char)table[k].dtype;
    if (number >= 0 && number < 24)
        return (weft_dtype)dtypes[number];
    if (number < NPY_USERDEF)
        return WEFT_NONE;
    if (bfloat16_number < 0 && ask_bfloat16() < 0)
        PyErr_Clear(); /* without ml_dtypes there is no such array */
    return number == bfloat16_number ? WEFT_BFLOAT16 : WEFT_NONE;
}

int face_is_text(PyObject *object, const char *text)
{
    return PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, text) == 0;
}

weft_dtype face_dtype_of_object(PyObject *object)
{
    Py_ssize_t length;
    if (PyArray_DescrCheck(object)) {
        weft_dtype dtype = face_dtype_of_numpy(((PyArray_Descr *)object)->type_num);
        if (dtype)
            return dtype;
    }
    PyObject *ask = face_cold("dtype_name");
    PyObject *name = ask ? PyObject_CallFunctionObjArgs(ask, object, NULL) : NULL;
    const char *text = name ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    weft_dtype dtype = text ? weft_dtype_find(text) : WEFT_NONE;
    if (text && !dtype)
        PyErr_Format(PyExc_TypeError, "%R is no dtype that Weft has", object);
    Py_XDECREF(name);
    return dtype;
}
