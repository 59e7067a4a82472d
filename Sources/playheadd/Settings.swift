import LinuxSystem

/// What belongs to the devices in the room and to the night, not to the song: kept as commands, in
/// a file for each kind.
final class Settings {
  let patchbay: Patchbay
  let clocks: ClockSettings
  let sync: SyncSettings
  let delays: PortDelays
  let setList: SetList
  let bindings: BindingSettings
  let disk: SettingsDisk

  /// With the settings of the last run, from the state folder.
  init(folder: String, log: Log) {
    disk = SettingsDisk(log: log)
    patchbay = Patchbay(path: folder + "/connections", on: disk, log: log)
    clocks = ClockSettings(path: folder + "/clocks", on: disk, log: log)
    sync = SyncSettings(path: folder + "/sync", on: disk, log: log)
    delays = PortDelays(path: folder + "/delays", on: disk, log: log)
    setList = SetList(path: folder + "/setlist", on: disk, log: log)
    bindings = BindingSettings(path: folder + "/bindings", on: disk, log: log)
  }

  /// Takes what stands in the files in the place of what there is; nothing may wait to be written.
  func readAgain() {
    patchbay.read()
    clocks.read()
    sync.read()
    delays.read()
    setList.read()
    bindings.read()
  }
}
