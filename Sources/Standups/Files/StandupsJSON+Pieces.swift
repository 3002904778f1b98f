import Foundation

extension StandupsJSON {
  // A file may contain more meetings than fit in a message, so it can be written in pieces.

  /// Start of a file, before its first standup.
  public static let start = "["
  /// End of a file, after its last standup.
  public static let end = "\n]\n"
  /// End of a standup, after its meetings.
  public static let closing = "]}"

  /// Returns the JSON of a standup up to the start of its meetings.
  ///
  /// - Parameter isFirst: true for the first standup of the file.
  public static func opening(
    of standup: Standup, isFirst: Bool, dialect: Dialect
  ) throws -> String {
    let object = try write(FileStandup(standup, dialect: dialect))
    return (isFirst ? "\n" : ",\n") + object.dropLast() + ",\"meetings\":["
  }

  /// Returns the JSON of some of a standup's meetings, to be written after `opening`.
  ///
  /// - Parameter areFirst: true if no meetings of this standup were written before.
  public static func meetings(_ meetings: [Meeting], areFirst: Bool) throws -> String {
    guard !meetings.isEmpty else { return "" }
    return (areFirst ? "" : ",")
      + (try meetings.map { try write(FileMeeting($0)) }).joined(separator: ",")
  }

  static func write(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
