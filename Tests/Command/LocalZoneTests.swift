import Foundation
import Testing

@testable import Command

@Suite("The time zone of this machine")
struct LocalZoneTests {
  fileprivate static let paris = Self.zone("2", "CET-1CEST,M3.5.0,M10.5.0/3")
  fileprivate static let newYork = Self.zone("2", "EST5EDT,M3.2.0,M11.1.0")

  fileprivate static func zone(_ data: String, _ rule: String) -> Data {
    Data("TZif2 \(data)\n\(rule)\n".utf8)
  }

  /// A file system with a time zone database.
  private final class Root {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("zones-\(UUID().uuidString)").path

    init() throws {
      try write("Europe/Paris", LocalZoneTests.paris)
      try write("Europe/Monaco", LocalZoneTests.paris)
      try write("America/New_York", LocalZoneTests.newYork)
      try write("posix/America/New_York", LocalZoneTests.newYork)
      try write("Etc/UTC", LocalZoneTests.zone("2", "UTC0"))
      try write("UTC", LocalZoneTests.zone("2", "UTC0"))
      try write("Antarctica/Old", Data("TZif".utf8))
      try write("zone1970.tab", Data("# codes\nFR,MC\t+4852\tEurope/Paris\n".utf8))
      try FileManager.default.createDirectory(
        atPath: path + "/etc", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ data: Data, in directory: String = "/usr/share/zoneinfo") throws {
      let file = URL(fileURLWithPath: path + directory).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }

    func link(_ target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: path + "/etc/localtime", withDestinationPath: target)
    }

    func zone(_ environment: [String: String] = [:]) -> LocalZone {
      LocalZone.detect(environment, root: path)
    }
  }

  @Test(
    "TZ names a zone",
    arguments: [
      ("Europe/Paris", "Europe/Paris"), (":Europe/Paris", "Europe/Paris"),
      (":/usr/share/zoneinfo/Europe/Paris", "Europe/Paris"), ("", "Etc/UTC"), ("UTC", "UTC"),
      ("posix/America/New_York", "America/New_York"),
    ])
  func named(value: String, name: String) throws {
    #expect(try Root().zone(["TZ": value]) == .known(name))
  }

  @Test(
    "A TZ that names none is refused",
    arguments: [
      "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "Europe/Atlantis", "../Etc/UTC",
      "/etc/passwd", "Europe", "localtime.", "zone1970.tab",
    ])
  func unnamed(value: String) throws {
    let zone = try Root().zone(["TZ": value])
    #expect(zone.reason?.contains(value) == true)
    #expect(throws: Failure.self) { try zone.name() }
  }

  @Test(
    "A link names a zone",
    arguments: ["/usr/share/zoneinfo/Europe/Paris", "../usr/share/zoneinfo/Europe/Paris"])
  func linked(target: String) throws {
    let root = try Root()
    try root.link(target)
    #expect(root.zone() == .known("Europe/Paris"))
    #expect(root.zone(["TZ": ":localtime"]) == .known("Europe/Paris"))
  }

  @Test("A copy is known by its contents")
  func copied() throws {
    let root = try Root()
    try root.write("localtime", Self.paris, in: "/etc")
    // The table lists one of the two names.
    #expect(root.zone() == .known("Europe/Paris"))
    try root.write("timezone", Data("Europe/Monaco\n".utf8), in: "/etc")
    #expect(root.zone() == .known("Europe/Monaco"))
    // A recorded name is ignored if the clock shows another zone.
    try root.write("timezone", Data("America/New_York\n".utf8), in: "/etc")
    #expect(root.zone() == .known("Europe/Paris"))
    try root.write("localtime", Self.zone("2", "UTC0"), in: "/etc")
    #expect(root.zone() == .known("Etc/UTC"))
  }

  @Test("A copy of another version is known by its rule, if its name is noted")
  func ofAnotherVersion() throws {
    let root = try Root()
    try root.write("localtime", Self.zone("3 longer", "CET-1CEST,M3.5.0,M10.5.0/3"), in: "/etc")
    #expect(root.zone().reason?.hasPrefix("/etc/localtime is not a time zone in") == true)
    try root.write("timezone", Data("# the zone\nEurope/Paris\n".utf8), in: "/etc")
    #expect(root.zone() == .known("Europe/Paris"))
  }

  @Test("Without a file it is what is noted, or UTC")
  func missing() throws {
    let root = try Root()
    #expect(root.zone() == .known("Etc/UTC"))
    try root.write("timezone", Data("Europe/Paris\n".utf8), in: "/etc")
    #expect(root.zone() == .known("Europe/Paris"))
  }

  @Test("TZDIR is another database")
  func anotherDatabase() throws {
    let root = try Root()
    try root.write("Mars/Base", Self.newYork, in: "/zones")
    #expect(root.zone(["TZDIR": "/zones", "TZ": "Mars/Base"]) == .known("Mars/Base"))
    #expect(root.zone(["TZDIR": "/zones", "TZ": "Europe/Paris"]) != .known("Europe/Paris"))
  }
}

extension LocalZone {
  fileprivate var reason: String? { if case .unknown(let reason) = self { reason } else { nil } }
}
