// synth NAME: a device that comes and goes: a sequencer client of this name with one input port.
//
// Prints "NANOSECONDS STATUS DATA1 DATA2" for each message, as `recorder` does, but stamped when it
// is read here. Says "ready NANOSECONDS" on stderr. Ends at once with SIGTERM or SIGKILL.
#include <alsa/asoundlib.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void check(int error, const char *what) {
  if (error >= 0) return;
  fprintf(stderr, "synth: %s: %s\n", what, snd_strerror(error));
  exit(69);
}

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  sched_setscheduler(0, SCHED_RR, &(struct sched_param){.sched_priority = 20});
  snd_seq_t *sequencer;
  snd_midi_event_t *decoder;
  check(snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_INPUT, 0), "open");
  check(snd_seq_set_client_name(sequencer, argv[1]), "name");
  check(snd_midi_event_new(256, &decoder), "decoder");
  snd_midi_event_no_status(decoder, 1);
  check(snd_seq_create_simple_port(sequencer, "in",
                                   SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
                                   SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION),
        "port");
  fprintf(stderr, "ready %lld\n", now());
  while (1) {
    snd_seq_event_t *event;
    unsigned char bytes[256] = {0};
    if (snd_seq_event_input(sequencer, &event) < 0) continue;
    if (snd_midi_event_decode(decoder, bytes, sizeof bytes, event) > 0)
      printf("%lld %d %d %d\n", now(), bytes[0], bytes[1], bytes[2]);
  }
}
