/* The baseline of the benchmark: parses the file INPUT with libcsv, and does nothing with its cells and rows.
 *
 *   libcsv_alone INPUT
 */
#include <csv.h>
#include <stdio.h>

static void on_cell(void *bytes, size_t length, void *unused) { (void)bytes, (void)length, (void)unused; }
static void on_row(int terminator, void *unused) { (void)terminator, (void)unused; }

int main(int argc, char **argv) {
    static char block[64 * 1024];
    struct csv_parser parser;
    FILE *input = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!input || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI)) return 65;
    for (size_t count; (count = fread(block, 1, sizeof block, input)) > 0;)
        if (csv_parse(&parser, block, count, on_cell, on_row, NULL) != count) return 65;
    return ferror(input) || csv_fini(&parser, on_cell, on_row, NULL) ? 65 : 0;
}
