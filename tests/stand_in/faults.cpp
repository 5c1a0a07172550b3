/* faults.cpp: calls of the driver counted, and one of them failing as a test asked for. */
#include "faults.h"

#include <cstring>
#include <mutex>
#include <string>

#include "stand_in.h"

namespace
{

std::mutex lock;
int version = 13000, device_count = 1;
std::string hidden;

/* The failure that was asked for. */
struct {
    bool any = true;
    std::string entry;
    long n = 0, count = 0;
    CUresult result = CUDA_SUCCESS;
    bool sticky = false;
} wanted;

} // namespace

CUresult faults_enter(const char *entry, bool is_query)
{
    std::lock_guard<std::mutex> guard(lock);
    if (wanted.any ? is_query : wanted.entry != entry)
        return CUDA_SUCCESS;
    wanted.count++;
    bool fails = wanted.n > 0 && (wanted.count == wanted.n ||
                                  (wanted.sticky && wanted.count > wanted.n));
    return fails ? wanted.result : CUDA_SUCCESS;
}

int faults_version()
{
    return version;
}

int faults_device_count()
{
    return device_count;
}

bool faults_is_hidden(const char *entry)
{
    return hidden == entry;
}

extern "C" {

void stand_in_set_version(int value)
{
    version = value;
}

void stand_in_set_device_count(int count)
{
    device_count = count;
}

void stand_in_hide(const char *entry)
{
    hidden = entry ? entry : "";
}

void stand_in_fail(const char *entry, long n, int result, int sticky)
{
    std::lock_guard<std::mutex> guard(lock);
    wanted.any = !entry;
    wanted.entry = entry ? entry : "";
    wanted.n = n;
    wanted.count = 0;
    wanted.result = (CUresult)result;
    wanted.sticky = sticky != 0;
}

long stand_in_count()
{
    std::lock_guard<std::mutex> guard(lock);
    return wanted.count;
}

} // extern "C"
