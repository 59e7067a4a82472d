extension Reference {
  /// Each runs as it stands, with a daemon that plays nothing yet and the programs that it names.
  static let recipes: [Block] = [
    .chapter("Recipes"),
    .section("socat"),
    .text("One request, and several in one connection:"),
    .code(
      """
      SOCKET=${PLAYHEAD_SOCKET:-$XDG_RUNTIME_DIR/playhead/control.sock}
      echo status | socat - UNIX-CONNECT:"$SOCKET"
      printf '%s\\n' 'row lead note=C5' 'pattern lead x...x.x. times=4' 'loop 1:1 3:1' |
        socat - UNIX-CONNECT:"$SOCKET"
      """, language: "sh"),
    .text("Events, for as long as the pipe is open:"),
    .code(
      """
      { echo subscribe transport; sleep 0.2; echo play; sleep 0.5; echo stop; } |
        socat - UNIX-CONNECT:"${PLAYHEAD_SOCKET:-$XDG_RUNTIME_DIR/playhead/control.sock}"
      """, language: "sh"),
    .section("jq"),
    .text("A request with values that need quoting, and what replies hold:"),
    .code(
      """
      jq -cn --arg name 'pad "2"' '{method: "song.set", params: {title: $name}}' | playhead --json -
      playhead --json rows.list | jq -r '.result.rows[] | "\\(.row) \\(.name) on \\(.port)"'
      playhead --json ls all | jq '[.result.cells[].velocity] | add / length'
      """, language: "sh"),
    .section("Python"),
    .text("A client that edits, hears of it, and knows where the playhead is:"),
    .code(
      """
      from json import dumps, loads
      from os import environ
      from socket import AF_UNIX, socket
      from time import monotonic_ns, sleep

      path = environ.get("PLAYHEAD_SOCKET") or (
          environ["XDG_RUNTIME_DIR"] + "/playhead/control.sock")
      daemon = socket(AF_UNIX)
      daemon.connect(path)
      lines = daemon.makefile("rw", encoding="utf-8", newline="\\n")
      events = []

      def receive():
          line = lines.readline()
          if not line:
              raise ConnectionError("the daemon has gone away")
          return loads(line)

      def ask(method, **params):
          print(dumps({"id": 1, "method": method, "params": params}), file=lines, flush=True)
          while "id" not in (line := receive()):
              events.append(line)
          if "error" in line:
              raise ValueError(line["error"]["message"])
          return line["result"]

      def place(transport):
          # Where the playhead is, between two events, where the tempo is no ramp.
          if "anchor" not in transport:
              return transport["position"]
          passed = (monotonic_ns() - transport["anchor"]["time"]) * 1000
          beats = passed / transport["picoseconds"] * transport["scale"]
          return transport["anchor"]["position"] + beats

      ask("hello", name="recipe")
      song = ask("subscribe", topics=["edit", "transport"])
      row = ask("rows.add", name="flute", note=72)["row"]
      ask("cells.add", row=row, position="1:1", duration="1/4", velocity=100)
      transport = ask("transport.play", **{"from": 0})
      sleep(0.5)
      print(f"at beat {place(transport):.2f}, revision {song['revision']} and {len(events)} events")
      ask("transport.stop")
      """, language: "python"),
    .section("Shell scripts"),
    .text("A break of one bar; the script ends at the first line that is refused:"),
    .code(
      """
      set -e
      playhead play
      playhead wait bar
      playhead mute lead
      playhead wait bar
      playhead unmute lead
      playhead stop
      """, language: "sh"),
    .text("Many requests in one connection, a line each, which ends at the first refusal as well:"),
    .code(
      """
      for beat in 0 1 2 3; do
        echo "add lead $beat 1/8 C$((beat + 3)) vel=$((70 + beat * 10))"
      done | playhead -
      """, language: "sh"),
  ]
}
