#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int fill_address(struct sockaddr_un *address, socklen_t *size, const char *path) {
  size_t length = strlen(path);
  if (length == 0 || length > clinux_socket_path_limit) {
    errno = length == 0 ? ENOENT : ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  *size = offsetof(struct sockaddr_un, sun_path) + length + 1;
  return 0;
}

int clinux_stream_socket(bool nonblocking) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int clinux_bind(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t size;
  if (fill_address(&address, &size, path) < 0) return -1;
  // The kernel gives the file the mode of the unbound socket, less the umask: unlike a change of
  // the umask this does not reach what other threads create meanwhile.
  if (fchmod(fd, 0600) < 0) return -1;
  return bind(fd, (struct sockaddr *)&address, size);
}

int clinux_connect(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t size;
  if (fill_address(&address, &size, path) < 0) return -1;
  return connect(fd, (struct sockaddr *)&address, size);
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_peer_user(int fd, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *user = peer.uid;
  return 0;
}

int clinux_bound_path(int fd, char path[clinux_socket_path_limit + 1]) {
  struct sockaddr_un address;
  socklen_t size = sizeof address;
  memset(&address, 0, sizeof address);
  if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -1;
  memcpy(path, address.sun_path, clinux_socket_path_limit);
  path[clinux_socket_path_limit] = 0;
  return 0;
}

bool clinux_is_listening(int fd) {
  int domain = 0, type = 0, listening = 0;
  socklen_t size = sizeof(int);
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX
      && getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM
      && getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

int clinux_socket_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair);
}

int clinux_send_datagram(const char *path, const char *text, size_t length) {
  struct sockaddr_un address;
  socklen_t size;
  if (fill_address(&address, &size, path) < 0) return -1;
  if (address.sun_path[0] == '@') {
    address.sun_path[0] = 0;
    size -= 1;
  }
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  ssize_t sent = sendto(fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT,
                        (struct sockaddr *)&address, size);
  int error = errno;
  close(fd);
  errno = error;
  return sent < 0 ? -1 : 0;
}

static int signal_pipe_writer = -1;

// Runs in whichever thread the kernel picks: nothing here but calls that POSIX allows there.
static void write_signal(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds thousands of signals already: one more says nothing new.
  (void)!write(signal_pipe_writer, &byte, 1);
  errno = before;
}

int clinux_catch_signals(const int *signals, size_t count) {
  int ends[2];
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) < 0) return -1;
  signal_pipe_writer = ends[1];
  struct sigaction action = {.sa_handler = write_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < count; i++) {
    if (sigaction(signals[i], &action, NULL) < 0) return -1;
    sigaddset(&caught, signals[i]);
  }
  // A parent may have left them blocked.
  return sigprocmask(SIG_UNBLOCK, &caught, NULL) < 0 ? -1 : ends[0];
}

int clinux_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void clinux_raise_event(int fd) {
  // Fails only when it has not been read for the 2^64th time.
  (void)!eventfd_write(fd, 1);
}

int clinux_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_watch(int epoll, int fd, bool read, bool write, uint64_t token) {
  struct epoll_event event = {
    .events = (read ? EPOLLIN : 0) | (write ? EPOLLOUT : 0),
    .data.u64 = token,
  };
  // Without a direction it would still tell of a hang-up, again and again.
  if (!read && !write) return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == 0) return 0;
  return errno == ENOENT ? epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) : -1;
}

int clinux_epoll_watch_writes(int epoll, int fd, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

bool clinux_epoll_next(int epoll, bool waits, uint64_t *token, bool *read, bool *write) {
  struct epoll_event event;
  if (epoll_wait(epoll, &event, 1, waits ? -1 : 0) != 1) return false;
  *token = event.data.u64;
  *read = event.events & (EPOLLIN | EPOLLERR | EPOLLHUP);
  *write = event.events & (EPOLLOUT | EPOLLERR | EPOLLHUP);
  return true;
}

void clinux_name_thread(const char *name) {
  char cut[16];
  strncpy(cut, name, sizeof cut - 1);
  cut[sizeof cut - 1] = 0;
  pthread_setname_np(pthread_self(), cut);
}

void clinux_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 128 * 1024); }

const char *clinux_error_text(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "Unknown error";
}

ssize_t clinux_read_shift_jis(const char *text, size_t length, char *utf8, size_t limit) {
  iconv_t conversion = iconv_open("UTF-8", "CP932");
  if (conversion == (iconv_t)-1) return -1;
  char *from = (char *)text, *to = utf8;
  size_t rest = length, room = limit;
  size_t result = iconv(conversion, &from, &rest, &to, &room);
  iconv_close(conversion);
  return result == (size_t)-1 || rest > 0 ? -1 : to - utf8;
}
