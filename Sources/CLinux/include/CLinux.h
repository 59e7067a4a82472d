#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The few Linux calls that Swift's Glibc module does not import.
///
/// Each returns −1 and sets `errno` where the call below it does, unless it says otherwise.

/// The longest path that a Unix socket's address holds, without its closing NUL.
enum { clinux_socket_path_limit = 107 };

/// A Unix stream socket, closed on exec.
int clinux_stream_socket(bool nonblocking);

/// Binds to a path of at most `clinux_socket_path_limit` bytes, as a socket of mode 0600 from its
/// first instant.
int clinux_bind(int fd, const char *path);

int clinux_connect(int fd, const char *path);

/// The next connection, non-blocking and closed on exec.
int clinux_accept(int fd);

/// The user at the other end of a connected Unix socket.
int clinux_peer_user(int fd, uid_t *user);

/// Writes the path that a Unix socket is bound to, with its closing NUL; empty when it has none.
int clinux_bound_path(int fd, char path[clinux_socket_path_limit + 1]);

/// Whether a descriptor is a listening Unix stream socket.
bool clinux_is_listening(int fd);

/// A pair of connected Unix stream sockets, non-blocking and closed on exec.
int clinux_socket_pair(int pair[2]);

/// Sends one datagram, never waiting; an address that begins with `@` is an abstract one.
int clinux_send_datagram(const char *address, const char *text, size_t length);

/// Catches these signals from now on, whatever their action was and even if the calling thread held
/// them up: each writes its number as one byte into a pipe, whose non-blocking reading end is
/// returned. Once per process.
int clinux_catch_signals(const int *signals, size_t count);

/// Writes text in Shift-JIS as UTF-8, without a closing NUL; returns its length, −1 where it is none
/// or takes more than `limit` bytes.
ssize_t clinux_read_shift_jis(const char *text, size_t length, char *utf8, size_t limit);

/// A new descriptor of an event, closed on exec.
int clinux_event(void);

/// Lets an event happen.
void clinux_raise_event(int fd);

/// A new epoll descriptor, closed on exec.
int clinux_epoll(void);

/// Watches a descriptor for these directions, under this token; for none, forgets it.
int clinux_epoll_watch(int epoll, int fd, bool read, bool write, uint64_t token);

/// Watches the descriptor of an event, which is never read: each time that it happens counts.
int clinux_epoll_watch_writes(int epoll, int fd, uint64_t token);

/// Takes one event: with `waits` the next that comes, else one that has come; false when there is
/// none, or when a signal came first.
///
/// An error and a hang-up count as both directions.
bool clinux_epoll_next(int epoll, bool waits, uint64_t *token, bool *read, bool *write);

// What Dispatch offers a run loop that is not its own. It exports these two for Foundation's, on
// Linux as well, but declares them in no header that it installs.

/// An event descriptor that is written to when work comes to the main queue.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does, on the main thread, what work the main queue has now.
void _dispatch_main_queue_callback_4CF(void *unused);

/// Names the calling thread; longer names are cut to 15 bytes.
void clinux_name_thread(const char *name);

/// Returns freed blocks of 128 KiB and more to the kernel at once, from now on.
void clinux_return_large_blocks(void);

/// The English sentence for an error number, never NULL; constant memory, safe on every thread.
const char *clinux_error_text(int number);
