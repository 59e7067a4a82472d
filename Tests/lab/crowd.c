// crowd SOCKET FRIENDS DEAF VISITS: many clients at once, most of them badly behaved.
//
// FRIENDS ask `ping` in turn and read what comes. DEAF subscribe to everything and never read. One
// more writes requests without reading a reply. Meanwhile VISITS others connect, ask once and leave.
// Prints how many are connected at the most, and goes on until it is killed.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *path;
static const char deaf[] = "subscribe edit,transport,cells,selection,pending,ports,jobs,log,midi\n";

static int try_connect(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

static int client(void) {
  int fd = try_connect();
  if (fd < 0) {
    perror("crowd: connect");
    exit(1);
  }
  return fd;
}

// Asks and waits for a line; 0 when the daemon has closed the connection.
static int ask(int fd, const char *line) {
  char byte;
  if (write(fd, line, strlen(line)) < 0) return 0;
  do
    if (read(fd, &byte, 1) != 1) return 0;
  while (byte != '\n');
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  path = argv[1];
  int friends = atoi(argv[2]), listeners = atoi(argv[3]), visits = atoi(argv[4]);
  int fds[64];
  if (friends > 64) return 64;
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i < friends; i++) fds[i] = client();
  for (int i = 0; i < listeners; i++)
    if (write(client(), deaf, strlen(deaf)) < 0) return 1;
  int writer = client();
  fcntl(writer, F_SETFL, O_NONBLOCK);
  printf("%d connected\n", friends + listeners + 1);
  fflush(stdout);
  int answered = 0, seen = 0;
  for (int i = 0; i < visits; i++) {
    int visitor = try_connect();
    if (visitor >= 0) seen += ask(visitor, "ping\n");
    close(visitor);
    answered += ask(fds[i % friends], "ping\n");
    while (write(writer, "ls all\n", 7) > 0) {
    }
    // Closed for that: it begins again.
    if (errno != EAGAIN) {
      close(writer);
      writer = client();
      fcntl(writer, F_SETFL, O_NONBLOCK);
    }
  }
  printf("%d of %d visitors and %d friends were answered\n", seen, visits, answered);
  fflush(stdout);
  for (;;) pause();
}
