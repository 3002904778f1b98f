import Bus

/// Encodes blocks of an event stream (WHATWG HTML, section “Server-sent events”).
enum EventBlock {
  /// Type of the event that reports missing events.
  static let gap = "standups.gap"
  /// Type of the event that reports why the gateway ends the stream.
  static let closed = "standups.closed"

  /// Delay after which a client reconnects, in milliseconds.
  static let retryMs = 2000

  /// First line of a stream.
  static let retry = Array("retry: \(retryMs)\n\n".utf8)

  /// An event with its data.
  ///
  /// - Parameters:
  ///   - id: place in the journal; nil for an ephemeral event.
  ///   - data: JSON.
  static func event(_ id: EventID?, type: String, data: [UInt8]) -> [UInt8] {
    var block: [UInt8] = []
    block.reserveCapacity(data.count + type.utf8.count + 96)
    if let id { append("id: ", id.description.utf8, to: &block) }
    append("event: ", type.utf8, to: &block)
    append("data: ", data, to: &block)
    block.append(newline)
    return block
  }

  /// A block without data: the client dispatches no event, but stores the id for its next request.
  static func id(_ id: EventID) -> [UInt8] {
    var block: [UInt8] = []
    append("id: ", id.description.utf8, to: &block)
    block.append(newline)
    return block
  }

  /// A comment, which clients ignore, and the id if there is a new one.
  static func heartbeat(_ id: EventID?) -> [UInt8] {
    Array(":\n".utf8) + (id.map { self.id($0) } ?? [newline])
  }

  private static let newline = UInt8(ascii: "\n")

  /// Appends a line. In JSON, line breaks can only occur between values, so that spaces can replace
  /// them.
  private static func append(
    _ name: String, _ value: some Sequence<UInt8>, to block: inout [UInt8]
  ) {
    block += name.utf8
    for byte in value { block.append(byte < 0x20 ? 0x20 : byte) }
    block.append(newline)
  }
}
