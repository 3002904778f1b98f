import Foundation

extension StandupsJSON {
  // A file may have more meetings than fit a message, so it can be written piece by piece.

  /// How a file begins.
  public static let start = "["
  /// How a file ends.
  public static let end = "\n]\n"
  /// How a standup ends.
  public static let closing = "]}"

  /// A standup up to its meetings.
  public static func opening(
    of standup: Standup, isFirst: Bool, dialect: Dialect
  ) throws -> String {
    let object = try write(FileStandup(standup, dialect: dialect))
    return (isFirst ? "\n" : ",\n") + object.dropLast() + ",\"meetings\":["
  }

  /// Some of a standup's meetings.
  ///
  /// - Parameter areFirst: whether no other meetings of this standup were written before.
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
