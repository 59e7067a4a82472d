import LinuxSystem
import Testing

struct FoldersTests {
  @Test func `variables come first`() {
    let folders = Folders(user: 1, home: "/home/me") {
      [
        "XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c",
        "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/e:/f",
      ][$0]
    }
    #expect(folders.runtime == "/r/playhead")
    #expect(folders.state == "/s/playhead")
    #expect(folders.config == "/c/playhead")
    #expect(folders.data == ["/d/playhead", "/e/playhead", "/f/playhead"])
  }

  @Test func `without variables the home folder is used`() {
    let folders = Folders(user: 4_294_967_000, home: "/home/me") { _ in nil }
    #expect(folders.runtime == "/tmp/playhead-4294967000")
    #expect(folders.state == "/home/me/.local/state/playhead")
    #expect(folders.config == "/home/me/.config/playhead")
    #expect(
      folders.data == [
        "/home/me/.local/share/playhead", "/usr/local/share/playhead", "/usr/share/playhead",
      ])
  }

  @Test func `a relative path counts as unset`() {
    let folders = Folders(user: 1, home: "/h") {
      ["XDG_STATE_HOME": "s", "XDG_DATA_DIRS": "e:/f"][$0]
    }
    #expect(folders.state == "/h/.local/state/playhead")
    #expect(folders.data == ["/h/.local/share/playhead", "/f/playhead"])
  }
}
