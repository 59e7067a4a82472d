#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// What Swift cannot say: variadic functions, and libasound's macros that take room on the stack.

/// Says nothing: what libasound would print on stderr, we report in our own words.
static inline void calsa_say_nothing(
  const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Silences libasound's own error output for the whole process.
static inline void calsa_silence(void) { snd_lib_error_set_handler(calsa_say_nothing); }

struct calsa_queue_status {
  /// The queue's clock in nanoseconds, which the kernel interpolates since its last tick.
  int64_t time;
  /// The musical ticks, which move only when the timer ticks.
  uint32_t ticks;
  /// How many events the queue holds.
  int32_t events;
};

static inline int calsa_read_queue(snd_seq_t *seq, int queue, struct calsa_queue_status *read) {
  snd_seq_queue_status_t *status;
  snd_seq_queue_status_alloca(&status);
  int result = snd_seq_get_queue_status(seq, queue, status);
  if (result < 0) return result;
  const snd_seq_real_time_t *real = snd_seq_queue_status_get_real_time(status);
  read->time = real->tv_sec * INT64_C(1000000000) + real->tv_nsec;
  read->ticks = snd_seq_queue_status_get_tick_time(status);
  read->events = snd_seq_queue_status_get_events(status);
  return 0;
}

/// Sets the length of a musical tick, in microseconds.
static inline int calsa_set_tick(snd_seq_t *seq, int queue, unsigned int microseconds) {
  snd_seq_queue_tempo_t *tempo;
  snd_seq_queue_tempo_alloca(&tempo);
  snd_seq_queue_tempo_set_ppq(tempo, 96);
  snd_seq_queue_tempo_set_tempo(tempo, 96 * microseconds);
  return snd_seq_set_queue_tempo(seq, queue, tempo);
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
