/* tune.c: any bytes as a file of `weft tune`: it is refused with a sentence, or its numbers are such that AUTO chooses by
 * finite times. */
#include <math.h>
#include <string.h>

#include "call/target/weigh.h"
#include "fuzz.h"

static void expect_sound(const tune_side *side)
{
    FUZZ_EXPECT(side->call > 0 && side->call <= 1e8);
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        FUZZ_EXPECT(side->work[kind] > 0 && side->work[kind] <= 1e4);
    for (int k = 0; k < TUNE_POINTS; k++)
        FUZZ_EXPECT(side->moved[k] <= 1e12 && side->moved[k] >= (k ? side->moved[k - 1] : 1e-6));
}

static void expect_finite(const tune_numbers *numbers, double items)
{
    const weigh_load load = {.work = items, .kind = WEFT_WORK_LANES, .bytes = 12 * items, .touched = 12 * items};
    FUZZ_EXPECT(isfinite(weigh_cpu(numbers, &load)) && isfinite(weigh_gpu(numbers, &load)));
    FUZZ_EXPECT(isfinite(weigh_parallel(numbers, &load, 16)));
    FUZZ_EXPECT(!weigh_takes_parallel(numbers, &load, 16) || weigh_may_take_parallel(numbers, &load));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    tune_numbers numbers;
    weft_error error = {0};
    char *text = malloc(size ? size : 1);
    if (!text)
        abort();
    memcpy(text, bytes, size);
    memset(&numbers, 0x5a, sizeof numbers);
    const tune_numbers before = numbers;
    const weft_status status = tune_parse(&numbers, text, size, "file", &error);
    free(text);
    if (status) {
        FUZZ_EXPECT(memcmp(&numbers, &before, sizeof numbers) == 0);
        FUZZ_EXPECT(error.status == status && strncmp(error.text, "file:", 5) == 0);
        return 0;
    }
    FUZZ_EXPECT(numbers.processor[0] && strlen(numbers.processor) < TUNE_NAME);
    FUZZ_EXPECT(numbers.team_count >= 0 && numbers.team_count <= TUNE_MOST_TEAMS);
    expect_sound(&numbers.cpu);
    expect_sound(&numbers.gpu);
    for (int k = 0; k < numbers.team_count; k++)
        expect_sound(&numbers.teams[k].side);
    for (double items = 0; items < 1e25; items = items * 4 + 1)
        expect_finite(&numbers, items);
    return 0;
}
