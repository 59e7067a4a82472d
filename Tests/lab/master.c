// master NAME SCRIPT: another sequencer: plays a script of MIDI messages on a port of its own.
//
//   MS BYTE…   send a message, in hexadecimal, so many milliseconds (decimals allowed) after the
//              anchor; lines are in order of time
//   #…         nothing
//
// Waits until somebody listens to its port "out". The anchor is 200 ms later, and printed as
// "anchor NANOSECONDS". Prints for each message "NANOSECONDS BYTE…" when it was sent, with
// CLOCK_MONOTONIC and decimal bytes. Where it may, it runs with a priority above the daemon's.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>

enum { LOG_BYTES = 1 << 22, MESSAGE_BYTES = 256 };

static snd_seq_t *sequencer;
static int port;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(long long time) {
  struct timespec t = {time / 1000000000LL, time % 1000000000LL};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

static int check(int result, const char *what) {
  if (result >= 0) return result;
  fprintf(stderr, "master: %s: %s\n", what, snd_strerror(result));
  exit(69);
}

static int has_listener(void) {
  snd_seq_port_info_t *info;
  snd_seq_port_info_alloca(&info);
  check(snd_seq_get_port_info(sequencer, port, info), "port info");
  return snd_seq_port_info_get_read_use(info) > 0;
}

// Sends the message of a line, whose first `length` bytes are in `bytes`.
static void send_message(snd_midi_event_t *encoder, unsigned char *bytes, long length) {
  snd_seq_event_t event;
  snd_seq_ev_clear(&event);
  snd_midi_event_reset_encode(encoder);
  if (snd_midi_event_encode(encoder, bytes, length, &event) != length ||
      event.type == SND_SEQ_EVENT_NONE) {
    fprintf(stderr, "master: no message: %02x…\n", bytes[0]);
    exit(64);
  }
  snd_seq_ev_set_source(&event, port);
  snd_seq_ev_set_subs(&event);
  snd_seq_ev_set_direct(&event);
  long long time = now();
  // A listener that is full has lost it, whoever else got it.
  int result = snd_seq_event_output_direct(sequencer, &event);
  if (result != -EAGAIN) check(result, "send");
  printf("%lld", time);
  for (long i = 0; i < length; i++) printf(" %d", bytes[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  static char log[LOG_BYTES];
  setvbuf(stdout, log, _IOFBF, sizeof log);
  prctl(PR_SET_TIMERSLACK, 1);
  sched_setscheduler(0, SCHED_RR, &(struct sched_param){.sched_priority = 20});
  FILE *script = fopen(argv[2], "r");
  if (!script) return 66;
  snd_midi_event_t *encoder;
  check(snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_DUPLEX, 0), "open");
  check(snd_seq_set_client_name(sequencer, argv[1]), "name");
  check(snd_midi_event_new(MESSAGE_BYTES, &encoder), "encoder");
  port = check(snd_seq_create_simple_port(
                   sequencer, "out", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ,
                   SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION),
               "port");
  while (!has_listener()) sleep_until(now() + 10000000);
  long long anchor = now() + 200000000;
  printf("anchor %lld\n", anchor);
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, script) > 0) {
    unsigned char bytes[MESSAGE_BYTES];
    long length = 0;
    char *rest, *end;
    double milliseconds = strtod(line, &rest);
    if (rest == line) continue;
    for (; length < MESSAGE_BYTES; rest = end) {
      long byte = strtol(rest, &end, 16);
      if (end == rest) break;
      bytes[length++] = byte;
    }
    sleep_until(anchor + (long long)(milliseconds * 1e6));
    send_message(encoder, bytes, length);
  }
  return 0;
}
