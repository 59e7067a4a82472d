/// The sequencer daemon.
@main
struct Daemon {
  static func main() {}
}
