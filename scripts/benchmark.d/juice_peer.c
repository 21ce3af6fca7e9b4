/* juice_peer: what a careful C programmer would write for the benchmark's files. One thread, libcsv, large buffers,
 * hash lookups. It writes the success.csv and failure.csv that juice-batch writes.
 *
 *   juice_peer INPUT OUTPUT_FOLDER MESSAGES
 *
 * MESSAGES is a text file: the messages of applied restocks, discards and counts, five fruits each, a line each; the
 * first % in a line stands for the quantity.
 *
 * It reads rows that are valid and have no extra columns, one row a line. At anything else, a used id included, it
 * stops and says so.
 */
#include <csv.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { fruit_count = 5, juice_count = 7 };
enum { action_order, action_restock, action_discard, action_count, action_kinds };
enum { role_id, role_action, role_item, role_quantity, role_kinds };
static const int64_t stock_limit = 1000000000000;

static const char *const fruit_names[fruit_count] = {"딸기", "바나나", "파인애플", "키위", "망고"};
static const char *const juice_names[juice_count] = {"딸기쥬스", "바나나쥬스", "키위쥬스", "파인애플쥬스",
                                                     "딸바쥬스", "망고쥬스",   "망고키위쥬스"};
static const char *const action_names[action_kinds] = {"order", "restock", "discard", "count"};
static const int64_t recipes[juice_count][fruit_count] = {
    {16, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {0, 0, 0, 3, 0}, {0, 0, 2, 0, 0},
    {10, 1, 0, 0, 0}, {0, 0, 0, 0, 3}, {0, 0, 0, 1, 2},
};

static void die(int code, const char *what) {
    fprintf(stderr, "juice_peer: %s\n", what);
    exit(code);
}

/* ---- names: a table of the spellings that occur, found by their bytes ---- */

typedef struct {
    const char *text;
    uint32_t length;
    int8_t action, juice, fruit; /* -1: is none */
} name;

enum { name_slots = 512 };
static name names[name_slots];

static inline uint64_t load8(const unsigned char *s) {
    uint64_t v;
    memcpy(&v, s, 8);
    return v;
}

static inline uint32_t load4(const unsigned char *s) {
    uint32_t v;
    memcpy(&v, s, 4);
    return v;
}

static inline uint64_t mix(uint64_t a, uint64_t b) {
    unsigned __int128 p = (unsigned __int128)(a ^ 0x9E3779B97F4A7C15u) * (b ^ 0xD6E8FEB86659FD93u);
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

static inline uint64_t hash(const unsigned char *s, size_t n) {
    uint64_t h = n;
    size_t i = 0;
    for (; i + 16 < n; i += 16) h = mix(load8(s + i) ^ h, load8(s + i + 8));
    s += i, n -= i;
    if (n >= 8) return mix(load8(s) ^ h, load8(s + n - 8));
    if (n >= 4) return mix(load4(s) ^ h, load4(s + n - 4));
    if (n == 0) return mix(h, 0);
    return mix(((uint64_t)s[0] | (uint64_t)s[n / 2] << 8 | (uint64_t)s[n - 1] << 16) ^ h, n);
}

static inline name *name_slot(const unsigned char *s, size_t n) {
    uint32_t at = (uint32_t)hash(s, n) & (name_slots - 1);
    while (names[at].text && (names[at].length != n || memcmp(names[at].text, s, n) != 0))
        at = (at + 1) & (name_slots - 1);
    return &names[at];
}

static name *name_add(const char *text) {
    name *found = name_slot((const unsigned char *)text, strlen(text));
    if (!found->text) *found = (name){text, (uint32_t)strlen(text), -1, -1, -1};
    return found;
}

static void names_fill(void) {
    static const char *const actions[][3] = {
        {"order", "주문", 0}, {"restock", "입고", 0}, {"discard", "폐기", 0}, {"count", "실사", 0}};
    static const char *const fruits[][4] = {{"딸기", "strawberry", "Strawberry", 0},
                                            {"바나나", "banana", "Banana", 0},
                                            {"파인애플", "pineapple", "Pineapple", 0},
                                            {"키위", "kiwi", "Kiwi", 0},
                                            {"망고", "mango", "Mango", 0}};
    static const char *const juices[][6] = {
        {"딸기쥬스", "strawberry", "Strawberry", "strawberry juice", "Strawberry Juice", 0},
        {"바나나쥬스", "banana", "Banana", "banana juice", "Banana Juice", 0},
        {"키위쥬스", "kiwi", "Kiwi", "kiwi juice", "Kiwi Juice", 0},
        {"파인애플쥬스", "pineapple", "Pineapple", "pineapple juice", "Pineapple Juice", 0},
        {"딸바쥬스", "딸기바나나쥬스", "strawberry banana", "Strawberry Banana", 0},
        {"망고쥬스", "mango", "Mango", "mango juice", "Mango Juice", 0},
        {"망고키위쥬스", "망키쥬스", "mango kiwi", "Mango Kiwi", 0}};
    for (int a = 0; a < action_kinds; a++)
        for (int k = 0; actions[a][k]; k++) name_add(actions[a][k])->action = (int8_t)a;
    for (int f = 0; f < fruit_count; f++)
        for (int k = 0; fruits[f][k]; k++) name_add(fruits[f][k])->fruit = (int8_t)f;
    for (int j = 0; j < juice_count; j++)
        for (int k = 0; juices[j][k]; k++) name_add(juices[j][k])->juice = (int8_t)j;
}

/* ---- output: one large buffer a file ---- */

enum { output_capacity = 1 << 20, record_room = 4096 };

typedef struct {
    unsigned char *bytes;
    size_t used;
    int file;
} output;

static void output_flush(output *o) {
    for (size_t at = 0; at < o->used;) {
        ssize_t n = write(o->file, o->bytes + at, o->used - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) die(74, "cannot write");
        at += (size_t)n;
    }
    o->used = 0;
}

static void output_open(output *o, const char *folder, const char *file_name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, file_name);
    o->file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    o->bytes = malloc(output_capacity);
    o->used = 0;
    if (o->file < 0 || !o->bytes) die(73, "cannot create the output");
}

/* A text with its length, short enough to be copied without asking. */
typedef struct {
    uint32_t length;
    char bytes[252];
} text;

static inline unsigned char *put(unsigned char *p, const void *s, size_t n) {
    memcpy(p, s, n);
    return p + n;
}

static inline unsigned char *put_number(unsigned char *p, int64_t number) {
    unsigned char digits[20];
    int at = 20;
    do {
        digits[--at] = (unsigned char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return put(p, digits + at, (size_t)(20 - at));
}

static bool needs_quotes(const unsigned char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == '"' || s[i] == ',' || s[i] == '\n' || s[i] == '\r') return true;
    return false;
}

static unsigned char *put_cell(unsigned char *p, const unsigned char *s, size_t n) {
    if (!needs_quotes(s, n)) return put(p, s, n);
    return p + csv_write(p, 2 * n + 2, s, n);
}

static text text_of(const char *s) {
    text t;
    t.length = (uint32_t)strlen(s);
    if (t.length > sizeof t.bytes) die(78, "a text is too long");
    memcpy(t.bytes, s, t.length);
    return t;
}

static inline unsigned char *put_text(unsigned char *p, const text *t) { return put(p, t->bytes, t->length); }

/* ---- used ids: open addressing, the bytes of the ids in one arena ---- */

typedef struct {
    uint32_t hash, offset; /* offset into the arena in words of 8 bytes, from 1; 0: the slot is free */
} id_slot;

static id_slot *ids;
static uint32_t ids_mask, ids_used;
static unsigned char *arena;
static size_t arena_used = 8, arena_capacity;

static void ids_grow(void) {
    uint64_t capacity = ids ? 2 * ((uint64_t)ids_mask + 1) : 1 << 16;
    id_slot *grown = calloc(capacity, sizeof *grown);
    if (!grown || capacity > UINT32_MAX) die(74, "too many ids");
    uint32_t mask = (uint32_t)capacity - 1;
    for (uint64_t i = 0; ids && i <= ids_mask; i++) {
        if (!ids[i].offset) continue;
        uint32_t at = ids[i].hash & mask;
        while (grown[at].offset) at = (at + 1) & mask;
        grown[at] = ids[i];
    }
    free(ids);
    ids = grown;
    ids_mask = mask;
}

/* The slot of a used id, or the free one where it would go. */
static inline id_slot *ids_find(const unsigned char *s, uint32_t n, uint32_t h) {
    uint32_t at = h & ids_mask;
    for (; ids[at].offset; at = (at + 1) & ids_mask) {
        if (ids[at].hash != h) continue;
        const unsigned char *kept = arena + 8 * (size_t)ids[at].offset;
        if (load4(kept) == n && memcmp(kept + 4, s, n) == 0) break;
    }
    return &ids[at];
}

static inline void ids_insert(id_slot *slot, const unsigned char *s, uint32_t n, uint32_t h) {
    size_t size = ((size_t)n + 4 + 7) & ~(size_t)7;
    if (arena_used + size > arena_capacity) {
        arena_capacity = 2 * (arena_capacity + size) + (1 << 20);
        arena = realloc(arena, arena_capacity);
        if (!arena || arena_capacity / 8 > UINT32_MAX) die(74, "too many ids");
    }
    memcpy(arena + arena_used, &n, 4);
    memcpy(arena + arena_used + 4, s, n);
    *slot = (id_slot){h, (uint32_t)(arena_used / 8)};
    arena_used += size;
    if (++ids_used > ids_mask / 8 * 5) ids_grow();
}

/* ---- rows ---- */

typedef struct {
    /* the record being read */
    int column, columns;
    int roles[role_kinds];
    bool header_done;
    const name *action, *item;
    int64_t quantity; /* -1: the cell was empty */
    uint32_t id_length, id_hash;
    unsigned char id[64 * 1024];
    /* the shop */
    int64_t stock[fruit_count];
    text stock_text[fruit_count]; /* ",10" */
    /* the reports */
    output success, failure;
    text file_name;           /* "orders.csv," */
    char line[20];            /* the line number in decimal, at the end */
    int line_start;
    text order_head[juice_count];                                    /* ",order,딸기쥬스," */
    text order_message[juice_count];                                 /* ",딸기쥬스 나왔습니다! …" */
    text head[action_kinds][fruit_count];                            /* ",restock,딸기," */
    text message_start[action_kinds][fruit_count], message_end[action_kinds][fruit_count];
    bool message_counts[action_kinds][fruit_count];
    text shortage;
} shop;

static void stock_set(shop *s, int f, int64_t pieces) {
    s->stock[f] = pieces;
    unsigned char *p = (unsigned char *)s->stock_text[f].bytes;
    *p = ',';
    s->stock_text[f].length = (uint32_t)(put_number(p + 1, pieces) - p);
}

static void line_next(shop *s) {
    int at = (int)sizeof s->line - 1;
    while (at >= s->line_start && s->line[at] == '9') s->line[at--] = '0';
    if (at >= s->line_start) {
        s->line[at]++;
    } else {
        s->line[--s->line_start] = '1';
    }
}

static void header_field(shop *s, const unsigned char *bytes, size_t n) {
    static const char *const roles[role_kinds] = {"id", "action", "item", "quantity"};
    for (int r = 0; r < role_kinds; r++) {
        if (n == strlen(roles[r]) && memcmp(bytes, roles[r], n) == 0 && s->columns < role_kinds) {
            s->roles[s->columns++] = r;
            return;
        }
    }
    die(65, "a column that this program does not read");
}

static int64_t quantity_of(const unsigned char *bytes, size_t n) {
    if (n == 0) return -1;
    if (n > 10) die(65, "a quantity that this program does not read");
    int64_t value = 0;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] < '0' || bytes[i] > '9') die(65, "a quantity that this program does not read");
        value = 10 * value + (bytes[i] - '0');
    }
    return value;
}

static void on_field(void *bytes, size_t n, void *data) {
    shop *s = data;
    if (!s->header_done) {
        header_field(s, bytes, n);
        return;
    }
    if (s->column >= s->columns) die(65, "a row with too many cells");
    switch (s->roles[s->column++]) {
    case role_id:
        if (n > sizeof s->id / 64) die(65, "an id that this program does not read");
        memcpy(s->id, bytes, n);
        s->id_length = (uint32_t)n;
        s->id_hash = (uint32_t)hash(bytes, n);
        __builtin_prefetch(&ids[s->id_hash & ids_mask], 1); /* looked up at the end of the row */
        break;
    case role_action: s->action = name_slot(bytes, n); break;
    case role_item: s->item = name_slot(bytes, n); break;
    default: s->quantity = quantity_of(bytes, n);
    }
}

/* Everything up to the quantity, which both reports have alike. */
static inline unsigned char *put_start(shop *s, output *o, const text *head) {
    if (o->used > output_capacity - record_room) output_flush(o);
    unsigned char *p = o->bytes + o->used;
    p = put_text(p, &s->file_name);
    p = put(p, s->line + s->line_start, sizeof s->line - (size_t)s->line_start);
    *p++ = ',';
    if (s->id_length > 0) p = put_cell(p, s->id, s->id_length);
    p = put_text(p, head);
    return put_number(p, s->quantity);
}

static void fail(shop *s, const text *head, const int64_t *missing) {
    unsigned char *p = put_start(s, &s->failure, head);
    p = put_text(p, &s->shortage);
    bool first = true;
    for (int f = 0; f < fruit_count; f++) {
        if (missing[f] <= 0) continue;
        if (!first) *p++ = ';';
        first = false;
        p = put(p, fruit_names[f], strlen(fruit_names[f]));
        *p++ = ':';
        p = put_number(p, missing[f]);
    }
    *p++ = ',';
    *p++ = '\n';
    s->failure.used = (size_t)(p - s->failure.bytes);
}

static inline void succeed(shop *s, unsigned char *p) {
    for (int f = 0; f < fruit_count; f++) p = put_text(p, &s->stock_text[f]);
    *p++ = '\n';
    s->success.used = (size_t)(p - s->success.bytes);
}

static bool order(shop *s, int juice) {
    const int64_t *recipe = recipes[juice];
    int64_t missing[fruit_count], most = 0;
    for (int f = 0; f < fruit_count; f++) {
        missing[f] = recipe[f] * s->quantity - s->stock[f];
        if (recipe[f] > 0 && missing[f] > most) most = missing[f];
    }
    if (most > 0) {
        for (int f = 0; f < fruit_count; f++)
            if (recipe[f] == 0) missing[f] = 0;
        fail(s, &s->order_head[juice], missing);
        return false;
    }
    for (int f = 0; f < fruit_count; f++)
        if (recipe[f] > 0) stock_set(s, f, s->stock[f] - recipe[f] * s->quantity);
    succeed(s, put_text(put_start(s, &s->success, &s->order_head[juice]), &s->order_message[juice]));
    return true;
}

static bool move_stock(shop *s, int action, int fruit) {
    const text *head = &s->head[action][fruit];
    int64_t after = action == action_restock   ? s->stock[fruit] + s->quantity
                    : action == action_discard ? s->stock[fruit] - s->quantity
                                               : s->quantity;
    if (after > stock_limit) die(65, "more stock than there may be");
    if (after < 0) {
        int64_t missing[fruit_count] = {0};
        missing[fruit] = -after;
        fail(s, head, missing);
        return false;
    }
    stock_set(s, fruit, after);
    unsigned char *p = put_text(put_start(s, &s->success, head), &s->message_start[action][fruit]);
    if (s->message_counts[action][fruit]) p = put_number(p, s->quantity);
    succeed(s, put_text(p, &s->message_end[action][fruit]));
    return true;
}

static void on_row(int terminator, void *data) {
    (void)terminator;
    shop *s = data;
    if (!s->header_done) {
        s->header_done = true;
        return;
    }
    line_next(s);
    if (s->column != s->columns) die(65, "a row with too few cells");
    s->column = 0;
    int action = s->action->text ? s->action->action : -1;
    int item = !s->item->text ? -1 : action == action_order ? s->item->juice : s->item->fruit;
    if (action < 0 || item < 0) die(65, "a name that this program does not know");
    if (s->quantity < 0 && action == action_order) s->quantity = 1;
    if (s->quantity < (action != action_count) || s->quantity > (action == action_order ? 1000000 : 1000000000))
        die(65, "a quantity that is not valid");
    id_slot *slot = NULL;
    if (s->id_length > 0) {
        slot = ids_find(s->id, s->id_length, s->id_hash);
        if (slot->offset) die(65, "an id that is used already");
    }
    bool done = action == action_order ? order(s, item) : move_stock(s, action, item);
    if (done && slot) ids_insert(slot, s->id, s->id_length, s->id_hash);
}

/* ---- setting up ---- */

/* The parts of a message before and after the quantity, with the commas around the cell. */
static void message_read(shop *s, FILE *from, int action, int fruit) {
    char line[100], cell[220], part[240];
    if (!fgets(line, sizeof line, from)) die(66, "the messages are not complete");
    line[strcspn(line, "\n")] = 0;
    *put_cell((unsigned char *)cell, (unsigned char *)line, strlen(line)) = 0;
    char *mark = strchr(cell, '%');
    s->message_counts[action][fruit] = mark != NULL;
    snprintf(part, sizeof part, ",%.*s", mark ? (int)(mark - cell) : (int)strlen(cell), cell);
    s->message_start[action][fruit] = text_of(part);
    s->message_end[action][fruit] = text_of(mark ? mark + 1 : "");
}

static void shop_open(shop *s, const char *input, const char *folder, const char *messages) {
    char part[240];
    const char *slash = strrchr(input, '/');
    *put_cell((unsigned char *)part, (const unsigned char *)(slash ? slash + 1 : input),
              strlen(slash ? slash + 1 : input)) = 0;
    strcat(part, ",");
    s->file_name = text_of(part);
    s->line_start = (int)sizeof s->line - 1;
    s->line[s->line_start] = '1';
    s->shortage = text_of(",insufficient_stock,재료가 모자라요. 재고를 수정할까요?,");
    for (int f = 0; f < fruit_count; f++) stock_set(s, f, 10);
    for (int j = 0; j < juice_count; j++) {
        snprintf(part, sizeof part, ",order,%s,", juice_names[j]);
        s->order_head[j] = text_of(part);
        snprintf(part, sizeof part, ",%s 나왔습니다! 맛있게 드세요!", juice_names[j]);
        s->order_message[j] = text_of(part);
    }
    FILE *from = fopen(messages, "r");
    if (!from) die(66, "cannot read the messages");
    for (int a = action_restock; a < action_kinds; a++) {
        for (int f = 0; f < fruit_count; f++) {
            snprintf(part, sizeof part, ",%s,%s,", action_names[a], fruit_names[f]);
            s->head[a][f] = text_of(part);
            message_read(s, from, a, f);
        }
    }
    fclose(from);
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) die(73, "cannot create the folder");
    output_open(&s->success, folder, "success.csv");
    output_open(&s->failure, folder, "failure.csv");
    unsigned char *p = s->success.bytes;
    p = put(p, "file,line,id,action,item,quantity,message", 41);
    for (int f = 0; f < fruit_count; f++) {
        p = put(p, ",재고_", strlen(",재고_"));
        p = put(p, fruit_names[f], strlen(fruit_names[f]));
    }
    *p++ = '\n';
    s->success.used = (size_t)(p - s->success.bytes);
    const char *header = "file,line,id,action,item,quantity,code,message,shortage,raw\n";
    s->failure.used = strlen(header);
    memcpy(s->failure.bytes, header, s->failure.used);
}

int main(int argc, char **argv) {
    static shop s;
    static unsigned char block[64 * 1024];
    if (argc != 4) {
        fprintf(stderr, "usage: juice_peer INPUT OUTPUT_FOLDER MESSAGES\n");
        return 64;
    }
    names_fill();
    ids_grow();
    shop_open(&s, argv[1], argv[2], argv[3]);
    int file = open(argv[1], O_RDONLY);
    if (file < 0) die(66, "cannot read the input");
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) die(70, "libcsv");
    ssize_t n;
    while ((n = read(file, block, sizeof block)) > 0)
        if (csv_parse(&parser, block, (size_t)n, on_field, on_row, &s) != (size_t)n) die(65, "broken quoting");
    if (n < 0) die(74, "cannot read the input");
    if (csv_fini(&parser, on_field, on_row, &s) != 0) die(65, "broken quoting");
    csv_free(&parser);
    output_flush(&s.success);
    output_flush(&s.failure);
    if (close(s.success.file) != 0 || close(s.failure.file) != 0) die(74, "cannot write");
    return 0;
}
