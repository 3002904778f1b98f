/// A stream of bytes with one reader. Reading blocks.
package protocol ByteInput: AnyObject {
  /// How many bytes were read so far.
  var position: Int { get }
  /// Up to `count` bytes, as soon as there are any; empty at the end.
  func read(_ count: Int) throws -> [UInt8]
  func close()
}
