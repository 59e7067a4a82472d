// hog cpu|proc: keeps a processor busy until it is killed, in user space or inside the kernel.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static volatile unsigned long spun;

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "cpu") == 0)
    for (;;) spun++;
  if (argc != 2 || strcmp(argv[1], "proc") != 0) return 64;
  char bytes[4096];
  for (;;) {
    int fd = open("/proc/self/smaps", O_RDONLY);
    if (fd < 0) return 66;
    while (read(fd, bytes, sizeof bytes) > 0) spun++;
    close(fd);
  }
}
