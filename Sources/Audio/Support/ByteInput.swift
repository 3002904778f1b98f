/// A stream of bytes with one reader. Reading blocks.
package protocol ByteInput: AnyObject {
  /// Number of bytes read so far.
  var position: Int { get }
  /// Returns up to `count` bytes as soon as there are any; empty at the end.
  func read(_ count: Int) throws -> [UInt8]
  func close()
}

/// An input whose first bytes can be inspected before they are read.
final class PeekedInput: ByteInput {
  private var head: [UInt8]
  private let rest: any ByteInput

  /// Reads ahead.
  ///
  /// - Parameter count: number of bytes to read ahead; fewer at the end of the input.
  init(_ input: any ByteInput, count: Int) throws {
    rest = input
    head = []
    while head.count < count {
      let more = try input.read(count - head.count)
      guard !more.isEmpty else { break }
      head += more
    }
  }

  /// The bytes that were read ahead.
  var peeked: [UInt8] { head }
  var position: Int { rest.position - head.count }

  func read(_ count: Int) throws -> [UInt8] {
    guard !head.isEmpty else { return try rest.read(count) }
    let next = Array(head.prefix(count))
    head.removeFirst(next.count)
    return next
  }

  func close() { rest.close() }
}
