// swift-tools-version: 6.3
import PackageDescription

/// Every target: next-language-mode rules today, and no warning survives.
let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // Debug builds, and so the tests, check each access to a class's properties; an edit makes
  // hundreds, which would cost a twentieth of it.
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]
/// Targets with no IO and no clock may not touch an unsafe pointer either.
let pure = common + [.strictMemorySafety()]
/// Targets that live on the control thread, which is the main actor.
let control = common + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "playhead",
  products: [
    .executable(name: "playheadd", targets: ["playheadd"]),
    .executable(name: "playhead", targets: ["playhead"]),
  ],
  targets: [
    // Core: pure values, no IO, no clock.
    .target(
      name: "Timeline", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "MIDIFile", dependencies: ["Timeline"], swiftSettings: pure),
    .target(name: "Transport", dependencies: ["Timeline"], swiftSettings: pure),
    .target(name: "ControlProtocol", dependencies: ["Timeline"], swiftSettings: pure),
    .target(
      name: "Session", dependencies: ["Timeline", "Transport", "MIDIFile", "ControlProtocol"],
      swiftSettings: pure),

    // Adapters: where C stops.
    .target(name: "LinuxSystem", dependencies: ["CLinux"], swiftSettings: common),
    .target(
      name: "Storage", dependencies: ["Timeline", "LinuxSystem", "CSQLite"],
      swiftSettings: common),
    .target(
      name: "ALSASequencer", dependencies: ["Timeline", "Transport", "CALSA", "LinuxSystem"],
      swiftSettings: common),
    .target(
      name: "ControlServer", dependencies: ["ControlProtocol", "LinuxSystem"],
      swiftSettings: control),

    // Programs.
    .executableTarget(
      name: "playheadd",
      dependencies: [
        "Timeline", "Transport", "MIDIFile", "ControlProtocol", "Session", "LinuxSystem",
        "Storage", "ALSASequencer", "ControlServer",
      ], swiftSettings: control),
    .executableTarget(
      name: "playhead",
      dependencies: ["Timeline", "ControlProtocol", "LinuxSystem"],
      swiftSettings: control),

    // C.
    .target(name: "CLinux"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // Tests: one target per target.
    .target(name: "TestFolders", path: "Tests/TestFolders", swiftSettings: common),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"], swiftSettings: common),
    .testTarget(
      name: "MIDIFileTests", dependencies: ["MIDIFile", "Timeline"], swiftSettings: common),
    .testTarget(
      name: "TransportTests", dependencies: ["Transport", "Timeline", "MIDIFile"],
      swiftSettings: common),
    .testTarget(
      name: "ControlProtocolTests", dependencies: ["ControlProtocol", "Timeline"],
      swiftSettings: common),
    .testTarget(
      name: "SessionTests",
      dependencies: ["Session", "Timeline", "Transport", "ControlProtocol"],
      swiftSettings: common),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage", "Timeline", "TestFolders"],
      swiftSettings: common),
    .testTarget(
      name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestFolders"],
      swiftSettings: common),
    .testTarget(
      name: "ALSASequencerTests",
      dependencies: ["ALSASequencer", "Timeline", "Transport", "CALSA"], swiftSettings: common),
    .testTarget(
      name: "ControlServerTests",
      dependencies: [
        "ControlServer", "ControlProtocol", "LinuxSystem", "TestFolders",
      ], swiftSettings: common),
    .testTarget(name: "TidyTests", swiftSettings: common),
    .executableTarget(
      name: "EditBenchmark", dependencies: ["Timeline"], path: "Tests/EditBenchmark",
      swiftSettings: common),
    .executableTarget(
      name: "FillBenchmark", dependencies: ["Timeline", "Transport"], path: "Tests/FillBenchmark",
      swiftSettings: common),
    .executableTarget(
      name: "EditScript",
      dependencies: ["Timeline", "Transport", "ControlProtocol", "Session"],
      path: "Tests/EditScript", swiftSettings: common),
    .executableTarget(
      name: "JSONCheck", dependencies: ["ControlProtocol"], path: "Tests/JSONCheck",
      swiftSettings: common),
    .executableTarget(
      name: "Simulator", dependencies: ["Timeline", "Transport", "ControlProtocol", "Session"],
      path: "Tests/Simulator", swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)
