/* The benchmark's job in carefully written C: one thread, libcsv, hash tables, large buffers.
 *
 *   juice_peer INPUT           only parses the input with libcsv, as a baseline
 *   juice_peer INPUT FOLDER    writes the same success.csv and failure.csv as juice-batch, and no other reports
 *
 * Only valid rows with the columns id (optional), action, item and quantity are supported, in UTF-8 and without quotes in ids;
 * the program stops at any other row.
 */
#include <csv.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRUITS = 5, JUICES = 7, ORDER = 0, RESTOCK, DISCARD, COUNT };
static const char *const fruits[] = {"딸기", "바나나", "파인애플", "키위", "망고"};
static const char *const juices[] = {"딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스", "딸바쥬스", "망고쥬스", "망고키위쥬스"};
static const char *const english[] = {"Strawberry", "Banana", "Pineapple", "Kiwi", "Mango", "Strawberry Juice", "Banana Juice",
                                      "Kiwi Juice", "Pineapple Juice", "Strawberry Banana", "Mango Juice", "Mango Kiwi"};
static const char *const actions[] = {"order", "restock", "discard", "count"};
static const char *const before[] = {"", " ", " ", " 재고를 "};
static const char *const after[] = {" 나왔습니다! 맛있게 드세요!", "개를 재고에 추가했습니다.", "개를 폐기했습니다.",
                                    "개로 수정했습니다."};
static const int recipes[JUICES][FRUITS] = {{16}, {0, 2}, {0, 0, 0, 3}, {0, 0, 2}, {10, 1}, {0, 0, 0, 0, 3}, {0, 0, 0, 1, 2}};

static void die(const char *what) {
    fprintf(stderr, "juice_peer: %s\n", what);
    exit(65);
}

static uint64_t hash(const char *bytes, size_t count) {
    uint64_t hash = count, word;
    for (; count >= 8; bytes += 8, count -= 8) memcpy(&word, bytes, 8), hash = (hash ^ word) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    for (word = 0; count > 0;) word = word << 8 | (unsigned char)bytes[--count];
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* A hash table of the numbers of actions, fruits and juices, by their names. */
static struct { const char *text; size_t length; int number; } names[256];

static int *number_of(const char *text, size_t length) {
    size_t at = hash(text, length) & 255;
    while (names[at].text && (names[at].length != length || memcmp(names[at].text, text, length))) at = (at + 1) & 255;
    if (!names[at].text) names[at].text = text, names[at].length = length, names[at].number = -1;
    return &names[at].number;
}

/* A hash table of the used ids. The arena contains each id after its length; a slot has the id's hash and its offset / 8. */
static struct { uint32_t hash, place; } *slots;
static size_t slot_count, id_count, arena_used = 8, arena_size;
static char *arena;

static void grow_slots(void) {
    size_t old_count = slot_count;
    typeof(slots) old = slots;
    slot_count = old_count ? 2 * old_count : 1 << 16;
    if (!(slots = calloc(slot_count, sizeof *slots))) die("too many ids");
    for (size_t i = 0; i < old_count; i++) {
        if (!old[i].place) continue;
        size_t at = old[i].hash & (slot_count - 1);
        while (slots[at].place) at = (at + 1) & (slot_count - 1);
        slots[at] = old[i];
    }
    free(old);
}

static size_t find_id(const char *id, uint32_t length, uint32_t hash) {
    size_t at = hash & (slot_count - 1);
    for (; slots[at].place; at = (at + 1) & (slot_count - 1)) {
        const char *kept = arena + 8ul * slots[at].place;
        if (slots[at].hash == hash && !memcmp(kept, &length, 4) && !memcmp(kept + 4, id, length)) break;
    }
    return at;
}

static void insert_id(size_t at, const char *id, uint32_t length, uint32_t hash) {
    if (arena_used + length + 12 > arena_size && !(arena = realloc(arena, arena_size = 2 * arena_size + (1 << 20)))) die("too many ids");
    memcpy(arena + arena_used, &length, 4);
    memcpy(arena + arena_used + 4, id, length);
    slots[at].hash = hash, slots[at].place = (uint32_t)(arena_used / 8);
    arena_used += (length + 4 + 7) & ~7ul;
    if (++id_count > slot_count / 8 * 5) grow_slots();
}

static FILE *success, *failure;
static const char *input_name;
static int64_t stock[FRUITS] = {10, 10, 10, 10, 10}, line;
static char stock_text[FRUITS][24] = {",10", ",10", ",10", ",10", ",10"};
static struct { char bytes[256]; size_t length; } cells[4];
static int column, first_column;

static char *put(char *end, const char *text) { return stpcpy(end, text); }

static char *put_number(char *end, int64_t number) {
    char digits[20];
    int at = 20;
    do digits[--at] = (char)('0' + number % 10); while (number /= 10);
    return (char *)memcpy(end, digits + at, 20 - at) + 20 - at;
}

static void set_stock(int fruit, int64_t pieces) {
    stock[fruit] = pieces;
    *put_number(put(stock_text[fruit], ","), pieces) = 0;
}

static void on_field(void *bytes, size_t length, void *unused) {
    (void)unused;
    if (column > 3 || length > 255) die("a cell that it does not read");
    if (line == 0 && column == 0) first_column = length == 2 ? 0 : 1, column = first_column;
    memcpy(cells[column].bytes, bytes, length);
    cells[column++].length = length;
}

/* Applies a row if there is enough stock, else writes the missing fruits to `missing`; returns whether it was applied. */
static int apply(int action, int item, int64_t quantity, char *missing) {
    int64_t need[FRUITS] = {0}, lacks = 0;
    if (action == COUNT) return set_stock(item, quantity), 1;
    if (action == RESTOCK) return set_stock(item, stock[item] + quantity), 1;
    if (action == DISCARD) need[item] = quantity;
    for (int f = 0; action == ORDER && f < FRUITS; f++) need[f] = recipes[item][f] * quantity;
    for (int f = 0; f < FRUITS; f++) {
        if (need[f] <= stock[f]) continue;
        missing = put_number(put(put(put(missing, lacks++ ? ";" : ""), fruits[f]), ":"), need[f] - stock[f]);
        *missing = 0;
    }
    for (int f = 0; !lacks && f < FRUITS; f++) if (need[f]) set_stock(f, stock[f] - need[f]);
    return !lacks;
}

static void on_row(int terminator, void *unused) {
    (void)terminator, (void)unused;
    char text[2048], missing[512], *end = text;
    int read = column;
    column = first_column;
    if (line++ == 0) return;
    int action = *number_of(cells[1].bytes, cells[1].length) - 100, item = *number_of(cells[2].bytes, cells[2].length);
    int64_t quantity = action == ORDER && !cells[3].length ? 1 : 0;
    for (size_t i = 0; i < cells[3].length; i++) quantity = 10 * quantity + cells[3].bytes[i] - '0';
    if (action == ORDER) item -= FRUITS;
    if (read != 4 || action < 0 || item < 0 || item >= (action == ORDER ? JUICES : FRUITS)) die("a row that it does not read");
    uint32_t id_hash = (uint32_t)hash(cells[0].bytes, cells[0].length);
    size_t slot = cells[0].length ? find_id(cells[0].bytes, (uint32_t)cells[0].length, id_hash) : 0;
    if (cells[0].length && slots[slot].place) die("an id that is used already");
    int is_applied = apply(action, item, quantity, missing);
    if (is_applied && cells[0].length) insert_id(slot, cells[0].bytes, (uint32_t)cells[0].length, id_hash);
    const char *name = action == ORDER ? juices[item] : fruits[item];
    end = put(put_number(put(put(end, input_name), ","), line), ",");
    end = put((char *)memcpy(end, cells[0].bytes, cells[0].length) + cells[0].length, ",");
    end = put_number(put(put(put(put(end, actions[action]), ","), name), ","), quantity);
    if (is_applied) {
        end = put(put(put(end, ","), name), before[action]);
        end = put(action == ORDER ? end : put_number(end, quantity), after[action]);
        for (int f = 0; f < FRUITS; f++) end = put(end, stock_text[f]);
    } else {
        end = put(put(put(end, ",insufficient_stock,재료가 모자라요. 재고를 수정할까요?,"), missing), ",");
    }
    *end++ = '\n';
    fwrite_unlocked(text, 1, (size_t)(end - text), is_applied ? success : failure);
}

static void ignore_field(void *bytes, size_t length, void *unused) { (void)bytes, (void)length, (void)unused; }
static void ignore_row(int terminator, void *unused) { (void)terminator, (void)unused; }

static FILE *create(const char *folder, const char *name, const char *header) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || setvbuf(file, NULL, _IOFBF, 1 << 20)) die("cannot create a report");
    fputs(header, file);
    return file;
}

int main(int argc, char **argv) {
    static char block[64 * 1024];
    struct csv_parser parser;
    FILE *input = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!input || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI)) die("cannot read the input");
    if (argc > 2) {
        for (int i = 0; i < 4; i++) *number_of(actions[i], strlen(actions[i])) = 100 + i;
        for (int i = 0; i < FRUITS; i++) *number_of(fruits[i], strlen(fruits[i])) = i;
        for (int i = 0; i < JUICES; i++) *number_of(juices[i], strlen(juices[i])) = FRUITS + i;
        for (int i = 0; i < FRUITS + JUICES; i++) *number_of(english[i], strlen(english[i])) = i;
        grow_slots();
        input_name = strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
        success = create(argv[2], "success.csv", "file,line,id,action,item,quantity,message,"
                         "재고_딸기,재고_바나나,재고_파인애플,재고_키위,재고_망고\n");
        failure = create(argv[2], "failure.csv", "file,line,id,action,item,quantity,code,message,shortage,raw\n");
    }
    void (*field)(void *, size_t, void *) = argc > 2 ? on_field : ignore_field;
    void (*row)(int, void *) = argc > 2 ? on_row : ignore_row;
    for (size_t count; (count = fread(block, 1, sizeof block, input)) > 0;)
        if (csv_parse(&parser, block, count, field, row, NULL) != count) die("broken quoting");
    if (ferror(input) || csv_fini(&parser, field, row, NULL)) die("cannot read the input");
    csv_free(&parser);
    return argc > 2 && (fclose(success) || fclose(failure));
}
