/* generate: writes a day book of a juice shop as CSV, the same bytes for the same arguments on any machine.
 *
 *   generate ROWS SEED [ids|till|shuffled] > orders.csv
 *
 * Columns: action,item,quantity; with `ids` an id column with unique ids in front and otherwise the same rows; with
 * `till` a time before that, a second later each row, and a category behind the quantity; `shuffled` likewise, but with
 * the times in no order.
 * Of 1,000 rows 900 are orders (1 to 3 cups), 70 restocks, 15 counts and 15 discards. The restocks bring less
 * than the orders ask for, so that about 70 of 100 orders succeed. Nine names in ten are Korean.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t seed_state;

/* splitmix64: a full-period generator that is three lines long. */
static uint64_t random_next(void) {
    uint64_t z = (seed_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* A number from 0 to below n. */
static uint32_t below(uint32_t n) { return (uint32_t)(((random_next() >> 32) * n) >> 32); }

typedef struct {
    const char *korean, *english;
    uint32_t weight;
} juice;

static const juice juices[7] = {
    {"딸기쥬스", "Strawberry Juice", 25}, {"바나나쥬스", "Banana Juice", 15},
    {"키위쥬스", "Kiwi Juice", 10},       {"파인애플쥬스", "Pineapple Juice", 12},
    {"딸바쥬스", "Strawberry Banana", 18}, {"망고쥬스", "Mango Juice", 12},
    {"망고키위쥬스", "Mango Kiwi", 8},
};

/* `typical` is the middle of a restock; restocks range from half of it to one and a half times it. */
typedef struct {
    const char *korean, *english;
    uint32_t weight, typical;
} fruit;

static const fruit fruits[5] = {
    {"딸기", "Strawberry", 3, 240},  {"바나나", "Banana", 1, 58},  {"파인애플", "Pineapple", 1, 30},
    {"키위", "Kiwi", 1, 46},         {"망고", "Mango", 1, 62},
};

static char buffer[1 << 20];
static size_t used;

static void flush(void) {
    for (size_t at = 0; at < used;) {
        ssize_t n = write(STDOUT_FILENO, buffer + at, used - at);
        if (n <= 0) {
            perror("generate");
            exit(74);
        }
        at += (size_t)n;
    }
    used = 0;
}

static void put(const char *text) {
    size_t n = strlen(text);
    memcpy(buffer + used, text, n);
    used += n;
}

static void put_number(uint64_t number, int digits_min) {
    char text[24];
    int at = sizeof text;
    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || (int)sizeof text - at < digits_min);
    memcpy(buffer + used, text + at, sizeof text - (size_t)at);
    used += sizeof text - (size_t)at;
}

/* Row 1 is 20260101-0000001; a million rows a day, months of 28 days. */
static void put_id(uint64_t row) {
    uint64_t day = (row - 1) / 1000000;
    put_number(2026 + day / 336, 4);
    put_number(1 + day / 28 % 12, 2);
    put_number(1 + day % 28, 2);
    put("-");
    put_number((row - 1) % 1000000 + 1, 7);
    put(",");
}

/* A second of the time from 2026-01-01 on, in months of 28 days. */
static void put_time(uint64_t second) {
    uint64_t day = second / 86400;
    put_number(2026 + day / 336, 4);
    put("-");
    put_number(1 + day / 28 % 12, 2);
    put("-");
    put_number(1 + day % 28, 2);
    put(" ");
    put_number(second / 3600 % 24, 2);
    put(":");
    put_number(second / 60 % 60, 2);
    put(":");
    put_number(second % 60, 2);
    put(",");
}

static void put_row(const char *end) {
    uint32_t kind = below(1000), english = below(10) == 0;
    if (kind < 900) {
        uint32_t pick = below(100), j = 0, cups = below(10);
        while (pick >= juices[j].weight) pick -= juices[j++].weight;
        put("order,");
        put(english ? juices[j].english : juices[j].korean);
        put(cups < 6 ? ",1" : cups < 9 ? ",2" : ",3");
        put(end);
        return;
    }
    uint32_t pick = below(7), f = 0;
    while (pick >= fruits[f].weight) pick -= fruits[f++].weight;
    uint32_t typical = fruits[f].typical, quantity = typical / 2 + below(typical + 1);
    if (kind < 970) {
        put("restock,");
    } else if (kind < 985) {
        put("count,");
        quantity /= 3;
    } else {
        put("discard,");
        quantity = 1 + quantity / 10;
    }
    put(english ? fruits[f].english : fruits[f].korean);
    put(",");
    put_number(quantity, 1);
    put(end);
}

int main(int argc, char **argv) {
    const char *mode = argc == 4 ? argv[3] : "";
    int is_shuffled = strcmp(mode, "shuffled") == 0, is_till = is_shuffled || strcmp(mode, "till") == 0;
    int has_ids = is_till || strcmp(mode, "ids") == 0;
    if (argc < 3 || argc > 4 || (argc == 4 && !has_ids)) {
        fprintf(stderr, "usage: generate ROWS SEED [ids|till|shuffled] > FILE\n");
        return 64;
    }
    uint64_t rows = strtoull(argv[1], NULL, 10);
    seed_state = strtoull(argv[2], NULL, 10);
    if (is_till) put("time,");
    put(has_ids ? "id,action,item,quantity" : "action,item,quantity");
    put(is_till ? ",category\n" : "\n");
    for (uint64_t row = 1; row <= rows; row++) {
        if (used > sizeof buffer - 256) flush();
        if (is_till) put_time(is_shuffled ? below((uint32_t)rows) : row);
        if (has_ids) put_id(row);
        put_row(is_till ? ",drinks\n" : "\n");
    }
    flush();
    return 0;
}
