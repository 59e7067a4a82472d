// recorder CARD,DEVICE: prints "NANOSECONDS STATUS DATA1 DATA2" for each MIDI message that reaches
// a virtual raw MIDI port, until SIGTERM. The data of a system exclusive is how many bytes it has,
// in two digits of 128; one that is cut short is none.
//
// The stamps are taken inside the kernel, with CLOCK_MONOTONIC, when a message arrives. They do not
// depend on the sequencer queue that scheduled it, so its own lateness shows; nor on when this
// program runs. Prints "ready" on stderr when it listens. Exit status 1: messages were lost.
//
// The kernel's frames are read as they are: snd_rawmidi_tread reads on when a frame ends its buffer,
// and stamps it with what came in between.
#include <alsa/asoundlib.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 20, POLL_MS = 50 };

// struct snd_rawmidi_framing_tstamp of <sound/asound.h>, which libasound's headers exclude.
struct frame {
  uint8_t type, length, reserved[2];
  uint32_t nanoseconds;
  uint64_t seconds;
  uint8_t data[16];
};

static volatile sig_atomic_t stopped;

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static snd_rawmidi_t *open_input(const char *device) {
  char name[32];
  snprintf(name, sizeof name, "hw:%s", device);
  snd_rawmidi_t *in;
  int error = snd_rawmidi_open(&in, NULL, name, SND_RAWMIDI_NONBLOCK);
  if (error < 0) {
    fprintf(stderr, "recorder: %s: %s\n", name, snd_strerror(error));
    exit(69);
  }
  snd_rawmidi_params_t *params;
  snd_rawmidi_params_alloca(&params);
  snd_rawmidi_params_current(in, params);
  snd_rawmidi_params_set_buffer_size(in, params, BUFFER_BYTES);
  snd_rawmidi_params_set_read_mode(in, params, SND_RAWMIDI_READ_TSTAMP);
  snd_rawmidi_params_set_clock_type(in, params, SND_RAWMIDI_CLOCK_MONOTONIC);
  error = snd_rawmidi_params(in, params);
  if (error < 0) {
    fprintf(stderr, "recorder: %s: %s\n", name, snd_strerror(error));
    exit(70);
  }
  return in;
}

static int data_bytes(int status) {
  int kind = status & 0xf0;
  return kind == 0xc0 || kind == 0xd0 || status == 0xf1 || status == 0xf3 ? 1 : 2;
}

// Takes one byte of the stream, which uses running status, and prints each whole message.
static void take(int byte, long long time) {
  static int status, data[2], have, in_sysex, length;
  static long long begun;
  if (byte >= 0xf8) {
    printf("%lld %d 0 0\n", time, byte);
  } else if (byte & 0x80) {
    if (byte == 0xf0) begun = time, length = 2;
    if (byte == 0xf7 && in_sysex) printf("%lld 240 %d %d\n", begun, length >> 7, length & 127);
    if (byte == 0xf6) printf("%lld 246 0 0\n", time);
    in_sysex = byte == 0xf0;
    status = byte == 0xf0 || byte == 0xf6 || byte == 0xf7 ? 0 : byte;
    have = 0;
  } else if (in_sysex) {
    length++;
  } else if (status) {
    data[have++] = byte;
    if (have < data_bytes(status)) return;
    printf("%lld %d %d %d\n", time, status, data[0], have == 2 ? data[1] : 0);
    have = 0;
    if (status >= 0xf0) status = 0;
  }
}

static void drain(int in) {
  struct frame frames[256];
  ssize_t bytes;
  while ((bytes = read(in, frames, sizeof frames)) > 0) {
    for (size_t i = 0; i < bytes / sizeof *frames; i++) {
      long long time = frames[i].seconds * 1000000000LL + frames[i].nanoseconds;
      for (int k = 0; k < frames[i].length; k++) take(frames[i].data[k], time);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  signal(SIGTERM, stop);
  static char out[BUFFER_BYTES];
  setvbuf(stdout, out, _IOFBF, sizeof out);
  snd_rawmidi_t *in = open_input(argv[1]);
  struct pollfd port;
  if (snd_rawmidi_poll_descriptors(in, &port, 1) != 1) return 70;
  // The port takes nothing before the first read has started the stream.
  drain(port.fd);
  fprintf(stderr, "ready\n");
  while (!stopped) {
    poll(&port, 1, POLL_MS);
    drain(port.fd);
  }
  snd_rawmidi_status_t *status;
  snd_rawmidi_status_alloca(&status);
  if (snd_rawmidi_status(in, status) < 0) return 70;
  size_t lost = snd_rawmidi_status_get_xruns(status);
  if (lost > 0) fprintf(stderr, "recorder: %zu bytes lost\n", lost);
  return lost > 0;
}
