/// The command line client.
@main
struct Client {
  static func main() {}
}
