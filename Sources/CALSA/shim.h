#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// What Swift cannot say: variadic functions, and libasound's macros that take room on the stack.

/// Says nothing: what libasound would print on stderr, we report in our own words.
static inline void calsa_say_nothing(
  const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Silences libasound's own error output for the whole process.
static inline void calsa_silence(void) { snd_lib_error_set_handler(calsa_say_nothing); }

/// Reads the queue's clock in nanoseconds and how many events it holds.
static inline int calsa_queue_status(snd_seq_t *seq, int queue, int64_t *time, int *events) {
  snd_seq_queue_status_t *status;
  snd_seq_queue_status_alloca(&status);
  int result = snd_seq_get_queue_status(seq, queue, status);
  if (result < 0) return result;
  const snd_seq_real_time_t *real = snd_seq_queue_status_get_real_time(status);
  *time = real->tv_sec * INT64_C(1000000000) + real->tv_nsec;
  *events = snd_seq_queue_status_get_events(status);
  return 0;
}

/// Removes our queued events that fulfil `condition`: at or after `from`, with `tag`.
///
/// The kernel heeds the queue only beside a destination; ours lie in one queue anyway.
static inline int calsa_remove_events(
  snd_seq_t *seq, int queue, unsigned int condition, snd_seq_timestamp_t from, int tag) {
  snd_seq_remove_events_t *removal;
  snd_seq_remove_events_alloca(&removal);
  snd_seq_remove_events_set_queue(removal, queue);
  snd_seq_remove_events_set_condition(removal, condition);
  snd_seq_remove_events_set_time(removal, &from);
  snd_seq_remove_events_set_tag(removal, tag);
  return snd_seq_remove_events(seq, removal);
}
