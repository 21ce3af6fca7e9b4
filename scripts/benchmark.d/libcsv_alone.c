/* libcsv_alone: the yardstick. Reads a CSV file in blocks and lets libcsv parse it strictly; the callbacks do nothing,
 * so the time is what the parser itself costs.
 *
 *   libcsv_alone FILE
 */
#include <csv.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char block[64 * 1024];

static void field(void *text, size_t length, void *data) {
    (void)text, (void)length, (void)data;
}

static void row(int terminator, void *data) {
    (void)terminator, (void)data;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: libcsv_alone FILE\n");
        return 64;
    }
    int file = open(argv[1], O_RDONLY);
    if (file < 0) {
        perror(argv[1]);
        return 66;
    }
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) return 70;
    ssize_t n;
    while ((n = read(file, block, sizeof block)) > 0) {
        if (csv_parse(&parser, block, (size_t)n, field, row, NULL) != (size_t)n) {
            fprintf(stderr, "%s: %s\n", argv[1], csv_strerror(csv_error(&parser)));
            return 65;
        }
    }
    if (n < 0) {
        perror(argv[1]);
        return 74;
    }
    if (csv_fini(&parser, field, row, NULL) != 0) return 65;
    csv_free(&parser);
    return 0;
}
