// drive SOCKET SCRIPT: sends the lines of SCRIPT to the daemon at SOCKET, some at exact times.
//
//   LINE         send the line as it is, wait for its reply
//   &LINE        send it, do not wait
//   @MS LINE     first wait until MS milliseconds (decimals allowed) after the anchor
//   !SIGNAL      send the daemon this signal by number, wait until it has closed the connection
//
// "@MS" comes before "&" and "!". Empty lines and lines that begin with "#" are skipped. The
// anchor is the moment at which the first tick sounds: "commit" in the reply to the last play.
// Where it may, it runs with a real-time priority above the daemon's, so that hogs do not delay it.
//
// Prints for each line sent "WRITTEN REPLIED TEXT": CLOCK_MONOTONIC in nanoseconds before the
// write and when the reply was read, and the reply; for a signal, when the connection was closed.
// Exit status 1: the daemon closed the connection before its time.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { LOG_BYTES = 1 << 22, REPLY_BYTES = 1 << 22, SENT_MAX = 1 << 16 };

// A line that was sent; the log prints them in order.
struct sent {
  long long written, replied;
  char *text;
  int is_play;
};

static struct sent sent[SENT_MAX];
static size_t sent_count, replied_count;
static char reply[REPLY_BYTES];
static size_t reply_length;
static long long anchor;
static int daemon_socket, is_closed;

static _Noreturn void fail(int status, const char *message, const char *detail) {
  fprintf(stderr, "drive: %s%s%s\n", message, detail ? ": " : "", detail ? detail : "");
  exit(status);
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail(64, "too long a path", path);
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
    fail(69, path, strerror(errno));
  return fd;
}

// Files one reply line under the oldest request that has none.
static void take_reply(char *line, long long time) {
  if (replied_count == sent_count) fail(70, "a line that nobody asked for", line);
  struct sent *request = &sent[replied_count++];
  request->replied = time;
  request->text = strdup(line);
  if (!request->is_play) return;
  char *commit = strstr(line, "\"commit\":");
  if (!commit) fail(70, "no commit in the reply to play", line);
  anchor = atoll(commit + strlen("\"commit\":"));
}

static void read_replies(void) {
  ssize_t count = read(daemon_socket, reply + reply_length, sizeof reply - reply_length);
  long long time = now();
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) {
    is_closed = 1;
    return;
  }
  reply_length += count;
  char *start = reply, *end;
  while ((end = memchr(start, '\n', reply + reply_length - start))) {
    *end = 0;
    take_reply(start, time);
    start = end + 1;
  }
  reply_length -= start - reply;
  memmove(reply, start, reply_length);
  if (reply_length == sizeof reply) fail(70, "too long a reply", NULL);
}

static void wait_for_replies(void) {
  while (!is_closed && replied_count < sent_count) read_replies();
  if (is_closed) fail(1, "the daemon closed the connection", NULL);
}

// Sleeps until a moment, reading the replies that come meanwhile.
static void sleep_until(long long time) {
  struct pollfd readable = {.fd = daemon_socket, .events = POLLIN};
  long long left;
  while (replied_count < sent_count && !is_closed && (left = time - now()) > 0) {
    struct timespec t = {left / 1000000000LL, left % 1000000000LL};
    if (ppoll(&readable, 1, &t, NULL) > 0) read_replies();
  }
  struct timespec t = {time / 1000000000LL, time % 1000000000LL};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

static struct sent *new_entry(void) {
  if (sent_count == SENT_MAX) fail(64, "too long a script", NULL);
  struct sent *entry = &sent[sent_count++];
  entry->written = now();
  return entry;
}

// Sends a line whose end has room for a newline.
static void send_line(char *line) {
  size_t length = strlen(line);
  line[length++] = '\n';
  struct sent *request = new_entry();
  request->is_play = strncmp(line, "play", 4) == 0 || strstr(line, "\"transport.play\"");
  // A daemon that is behind takes nothing from who reads no replies.
  struct pollfd either = {.fd = daemon_socket, .events = POLLIN | POLLOUT};
  for (size_t done = 0; done < length && !is_closed;) {
    ssize_t count = send(daemon_socket, line + done, length - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) done += count;
    if (count < 0 && errno != EINTR && errno != EAGAIN) fail(1, "write", strerror(errno));
    if (count < 0 && poll(&either, 1, -1) > 0 && either.revents & POLLIN) read_replies();
  }
}

static void send_signal(int number) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(daemon_socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
    fail(70, "peer", strerror(errno));
  if (replied_count < sent_count) fail(64, "a signal while a reply is due", NULL);
  struct sent *entry = new_entry();
  if (kill(peer.pid, number) < 0) fail(70, "kill", strerror(errno));
  while (!is_closed) read_replies();
  entry->replied = now();
  replied_count++;
}

// Performs one line of the script.
static void perform(char *line) {
  if (*line == 0 || *line == '#') return;
  if (*line == '@') {
    if (!anchor) fail(64, "a time before the first play", line);
    double milliseconds = strtod(line + 1, &line);
    sleep_until(anchor + (long long)(milliseconds * 1e6));
    line += *line == ' ';
  }
  if (*line == '!') {
    send_signal(atoi(line + 1));
  } else {
    int waits = *line != '&';
    send_line(line + !waits);
    if (waits) wait_for_replies();
  }
}

static void print_log(void) {
  for (size_t i = 0; i < sent_count; i++)
    printf("%lld %lld %s\n", sent[i].written, sent[i].replied, sent[i].text ? sent[i].text : "");
  fflush(stdout);
}

// The whole script, so that nothing has to be read from a disk while it runs.
static FILE *read_script(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (!file) fail(66, path, strerror(errno));
  char *text = NULL;
  size_t length = 0;
  FILE *copy = open_memstream(&text, &length);
  for (int byte; (byte = getc(file)) != EOF;) putc(byte, copy);
  fclose(copy);
  return fmemopen(text, length + 1, "r");
}

int main(int argc, char **argv) {
  if (argc != 3) fail(64, "usage: drive SOCKET SCRIPT", NULL);
  static char log[LOG_BYTES];
  setvbuf(stdout, log, _IOFBF, sizeof log);
  atexit(print_log);
  prctl(PR_SET_TIMERSLACK, 1);
  sched_setscheduler(0, SCHED_RR, &(struct sched_param){.sched_priority = 20});
  FILE *script = read_script(argv[2]);
  mlockall(MCL_CURRENT | MCL_FUTURE);
  daemon_socket = connect_to(argv[1]);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, script)) > 0 && *line) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    perform(line);
    if (is_closed) break;
  }
  if (!is_closed) wait_for_replies();
  return 0;
}
