/* measure: runs a command and prints what it cost, in one line:
 *
 *   wall seconds, processor seconds (user and system), peak memory (KiB), exit code
 *
 * The command's standard output is thrown away. A program of its own rather than a call from the script, because the
 * kernel counts what the parent held at the fork toward the child's peak: this parent holds next to nothing.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: measure COMMAND [ARGUMENT]...\n");
        return 64;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pid_t child = fork();
    if (child < 0) {
        perror("measure");
        return 71;
    }
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) {
        perror("measure");
        return 71;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    long peak = usage.ru_maxrss;
#ifdef __APPLE__
    peak /= 1024; /* bytes there */
#endif
    printf("%.6f %.6f %ld %d\n",
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9,
           seconds(usage.ru_utime) + seconds(usage.ru_stime), peak,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
