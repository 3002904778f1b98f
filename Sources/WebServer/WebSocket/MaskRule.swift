/// Checks that all frames from a client are masked, which wslay does not check. An unmasked frame
/// ends the connection (RFC 6455, section 5.1).
///
/// It reads only the frame headers, in pieces of any size.
package struct MaskRule: Sendable {
  /// Bytes of the header that is being read.
  private var head: [UInt8] = []
  /// Payload bytes still to come.
  private var left: UInt64 = 0
  package private(set) var isBroken = false

  package init() {}

  /// Reads the received bytes.
  package mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, !isBroken {
      if left > 0 {
        let count = Int(min(left, UInt64(rest.count)))
        left -= UInt64(count)
        rest = rest.dropFirst(count)
      } else if let byte = rest.popFirst() {
        head.append(byte)
        readHead()
      }
    }
  }

  private mutating func readHead() {
    guard head.count >= 2 else { return }
    guard head[1] & 0x80 != 0 else { return isBroken = true }
    let short = head[1] & 0x7F
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard head.count == 2 + lengthBytes + 4 else { return }
    left =
      lengthBytes == 0
      ? UInt64(short) : head[2..<2 + lengthBytes].reduce(0) { $0 << 8 | UInt64($1) }
    head.removeAll(keepingCapacity: true)
  }
}
