import Foundation

/// Time zone of the machine, identified by its name in the IANA database.
///
/// Schedules store the name, because an offset does not account for daylight saving time. A zone
/// without a known name is rejected rather than replaced by a zone with the same current offset.
enum LocalZone: Hashable, Sendable {
  case known(String)
  /// The zone has no name in the database. The value is the reason, as a sentence without a full
  /// stop.
  case unknown(String)

  /// The name of the zone.
  ///
  /// - Throws: `Failure` that asks for `--zone` if the zone is unknown.
  func name() throws -> String {
    switch self {
    case .known(let name): return name
    case .unknown(let reason):
      throw Failure.usage("\(reason). Name the time zone, such as --zone Europe/Paris.")
    }
  }

  /// Detects the zone as the C library does: from `TZ` or, if it is unset, from `/etc/localtime`.
  ///
  /// - Parameter root: root directory of the file system.
  static func detect(_ environment: [String: String], root: String = "") -> LocalZone {
    let database = ZoneDatabase(
      directory: root
        + (environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 }
          ?? "/usr/share/zoneinfo"))
    guard let setting = environment["TZ"] else { return system(database, root) }
    let value = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    if value.isEmpty { return .known("Etc/UTC") }
    if value == "localtime" { return system(database, root) }
    if value.hasPrefix("/") {
      return file(root + value, database, root)
        ?? .unknown(
          "TZ is “\(DisplayText.safe(value))”, which is not a time zone in \(database.directory)")
    }
    if let name = database.name(value) { return .known(name) }
    return .unknown(
      "TZ is “\(DisplayText.safe(value))”, which is not a time zone in \(database.directory)")
  }

  private static func system(_ database: ZoneDatabase, _ root: String) -> LocalZone {
    let path = root + "/etc/localtime"
    guard FileManager.default.fileExists(atPath: path) else {
      // Without /etc/localtime, the system clock is in UTC, unless /etc/timezone names another
      // zone.
      return .known(database.noted(root) ?? "Etc/UTC")
    }
    return file(path, database, root)
      ?? .unknown("/etc/localtime is not a time zone in \(database.directory)")
  }

  /// The zone of a file, identified by the name in its links or by its contents.
  private static func file(_ path: String, _ database: ZoneDatabase, _ root: String) -> LocalZone? {
    var link = path
    for _ in 0..<8 {
      if let name = database.name(ofFile: link) { return .known(name) }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
        break
      }
      link =
        target.hasPrefix("/")
        ? target
        : URL(
          fileURLWithPath: target,
          relativeTo: URL(fileURLWithPath: link)
            .deletingLastPathComponent()
        ).standardizedFileURL.path
    }
    guard let contents = ZoneDatabase.contents(of: path) else { return nil }
    if let name = database.noted(root), let known = database.contents(name),
      known == contents || ZoneDatabase.isAlike(known, contents)
    {
      return .known(name)
    }
    return database.name(of: contents).map { .known($0) }
  }
}

/// The system's time zone database.
struct ZoneDatabase {
  /// Maximum size of a database file, in bytes.
  private static let maxBytes = 65_536
  private static let marker = Data("TZif".utf8)

  let directory: String

  /// The name of a zone, without a `posix/` or `right/` prefix; nil if the database does not
  /// contain it.
  func name(_ text: String) -> String? {
    // Copies of all zones, with and without leap seconds.
    let name =
      ["posix/", "right/"].first { text.hasPrefix($0) }
      .map { String(text.dropFirst($0.count)) } ?? text
    guard !["localtime", "posixrules", "Factory"].contains(name),
      name.utf8.count <= 64, !name.hasPrefix("/"), !name.split(separator: "/").contains(".."),
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), contents(name) != nil
    else { return nil }
    return name
  }

  /// The zone's name in the path of a database file, regardless of the database's directory.
  func name(ofFile path: String) -> String? {
    guard let range = path.range(of: "/zoneinfo/") ?? path.range(of: directory + "/") else {
      return nil
    }
    return name(String(path[range.upperBound...]))
  }

  /// The name in `/etc/timezone`, which some distributions write.
  func noted(_ root: String) -> String? {
    guard let data = FileManager.default.contents(atPath: root + "/etc/timezone"),
      data.count <= Self.maxBytes
    else { return nil }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty && !$0.hasPrefix("#") }
      .flatMap { name($0) }
  }

  func contents(_ name: String) -> Data? { Self.contents(of: "\(directory)/\(name)") }

  /// The contents of a zone’s file; nil if the file is not one.
  static func contents(of path: String) -> Data? {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      !isDirectory.boolValue,
      let size = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.size] as? Int,
      size <= maxBytes,
      let data = FileManager.default.contents(atPath: path), data.starts(with: marker)
    else { return nil }
    return data
  }

  /// True if two files have the same rule for the future. The rule is the last line, which version
  /// 1 files lack.
  static func isAlike(_ one: Data, _ other: Data) -> Bool {
    one.last == 0x0a && other.last == 0x0a
      && one.split(separator: 0x0a).last == other.split(separator: 0x0a).last
  }

  /// Zone with these contents. If several zones match, it is `Etc/UTC`, or else the first one in
  /// the zone table, or else the first in alphabetical order.
  func name(of contents: Data) -> String? {
    let found = names.filter { self.contents($0) == contents }
    if found.contains("Etc/UTC") { return "Etc/UTC" }
    let listed = found.compactMap { name in places[name].map { (place: $0, name: name) } }
    return listed.min { $0.place < $1.place }?.name ?? found.min()
  }

  private var names: [String] {
    let files = FileManager.default.enumerator(atPath: directory)
    var names: [String] = []
    while let file = files?.nextObject() as? String, names.count < 10_000 {
      if !file.hasPrefix("posix/"), !file.hasPrefix("right/"), let name = name(file) {
        names.append(name)
      }
    }
    return names
  }

  /// The zones in the zone table, which lists no aliases, with their positions.
  private var places: [String: Int] {
    for table in ["zone1970.tab", "zone.tab"] {
      guard let data = FileManager.default.contents(atPath: "\(directory)/\(table)") else {
        continue
      }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
      return Dictionary(
        lines.enumerated().compactMap { place, line in
          let fields = line.split(separator: "\t")
          return fields.count > 2 ? (String(fields[2]), place) : nil
        }
      ) { first, _ in first }
    }
    return [:]
  }
}
