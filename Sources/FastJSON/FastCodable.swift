import Glibc

/// A value that encodes itself as JSON, because it is on a hot path.
///
/// The output is byte for byte that of `JSONEncoder` with sorted keys and without escaped slashes.
public protocol FastEncodable: Encodable {
  /// Writes the value, or calls `refuse` if the fast path does not support it; `JSONEncoder` then
  /// encodes it.
  func write(to writer: inout JSONWriter)
}

/// A value that decodes itself from JSON, because it is on a hot path.
public protocol FastDecodable: Decodable {
  /// Reads a value at the reader's position.
  ///
  /// - Returns: nil if the input is invalid or unusual, which `JSONDecoder` then handles.
  static func read(from reader: inout JSONReader) -> Self?
}

/// A value with a fast path in both directions.
public typealias FastCodable = FastDecodable & FastEncodable

/// Methods that read members into variables. A repeated member is unusual, and so is `null`:
/// `JSONDecoder` then handles the text, because two readers could choose different values.
extension JSONReader {
  /// Reads a string into a variable; returns false for any other value.
  public mutating func string(into value: inout String?) -> Bool {
    take(&value) { $0.string() }
  }

  /// Reads an integer into a variable; returns false for any other value, or if it does not fit.
  public mutating func integer<Number: FixedWidthInteger>(into value: inout Number?) -> Bool {
    take(&value) { $0.integer(as: Number.self) }
  }

  /// Reads `true` or `false` into a variable.
  public mutating func bool(into value: inout Bool?) -> Bool {
    take(&value) { $0.bool() }
  }

  /// Reads a value into a variable without interpreting it, to be forwarded unchanged.
  public mutating func raw(into value: inout RawJSON?) -> Bool {
    take(&value) { RawJSON.read(from: &$0) }
  }

  /// Reads an optional member into a variable without interpreting it; returns false for `null`,
  /// which `JSONDecoder` then handles as absent.
  public mutating func optionalRaw(into value: inout RawJSON?) -> Bool {
    raw(into: &value) && value != .null
  }

  /// Reads a value into a variable.
  public mutating func value<Value: FastDecodable>(into value: inout Value?) -> Bool {
    take(&value) { Value.read(from: &$0) }
  }

  /// Reads a case of an enumeration from its raw value into a variable; returns false for an
  /// unknown one.
  public mutating func value<Value: RawRepresentable<String>>(into value: inout Value?) -> Bool {
    take(&value) { $0.string().flatMap { Value(rawValue: $0) } }
  }

  /// Reads an array of integers into a variable.
  public mutating func integers<Number: FixedWidthInteger>(into values: inout [Number]?) -> Bool {
    take(&values) { reader in
      var numbers: [Number] = []
      let isRead: Void? = reader.array { reader in
        guard let number = reader.integer(as: Number.self) else { return false }
        numbers.append(number)
        return true
      }
      return isRead.map { numbers }
    }
  }

  /// Reads an array of strings into a variable.
  public mutating func strings(into values: inout [String]?) -> Bool {
    take(&values) { reader in
      var texts: [String] = []
      let isRead: Void? = reader.array { reader in
        guard let text = reader.string() else { return false }
        texts.append(text)
        return true
      }
      return isRead.map { texts }
    }
  }

  /// Reads an array into a variable.
  public mutating func values<Value: FastDecodable>(into values: inout [Value]?) -> Bool {
    take(&values) { $0.values(of: Value.self) }
  }

  /// Calls `read` and stores its result in a variable; returns false if the variable is already
  /// set.
  @inline(__always)
  public mutating func take<Value>(
    _ value: inout Value?, _ read: (inout JSONReader) -> Value?
  ) -> Bool {
    guard value == nil else { return false }
    value = read(&self)
    return value != nil
  }
}

/// The name of a member, as written in the text.
public struct JSONName {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Returns true if a name has exactly these bytes, so that a `switch` can distinguish members.
  @inline(__always)
  public static func ~= (text: StaticString, name: JSONName) -> Bool {
    guard name.bytes.count == text.utf8CodeUnitCount, let start = name.bytes.baseAddress else {
      return false
    }
    return memcmp(start, text.utf8Start, name.bytes.count) == 0
  }

  /// The name as a string; nil if it is not valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension JSONWriter {
  /// Writes the `{` of an object.
  public mutating func open() { byte(UInt8(ascii: "{")) }

  /// Writes the `}` of an object.
  public mutating func close() { byte(UInt8(ascii: "}")) }

  /// Begins a member.
  ///
  /// - Parameter name: the name with its quotes and colon, such as `"id":`.
  @inline(__always)
  public mutating func member(_ name: StaticString) {
    if last != UInt8(ascii: "{") { byte(UInt8(ascii: ",")) }
    raw(name)
  }

  /// Writes a string member.
  public mutating func member(_ name: StaticString, _ value: String) {
    member(name)
    string(value)
  }

  /// Writes a string member; writes nothing if the value is nil.
  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes an integer member.
  public mutating func member(_ name: StaticString, _ value: some FixedWidthInteger) {
    member(name)
    integer(value)
  }

  /// Writes an integer member; writes nothing if the value is nil.
  public mutating func member(_ name: StaticString, _ value: (some FixedWidthInteger)?) {
    if let value { member(name, value) }
  }

  /// Writes a member whose value encodes itself.
  public mutating func member(_ name: StaticString, _ value: some FastEncodable) {
    member(name)
    value.write(to: &self)
  }

  /// Writes a member; writes nothing if the value is nil.
  public mutating func member(_ name: StaticString, _ value: (some FastEncodable)?) {
    if let value { member(name, value) }
  }

  /// Writes an array of strings; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ values: [String]?) {
    guard let values else { return }
    member(name)
    byte(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { byte(UInt8(ascii: ",")) }
      string(value)
    }
    byte(UInt8(ascii: "]"))
  }

  /// Writes an array of integers; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ values: [some FixedWidthInteger]?) {
    guard let values else { return }
    member(name)
    byte(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { byte(UInt8(ascii: ",")) }
      integer(value)
    }
    byte(UInt8(ascii: "]"))
  }

  /// Writes a Boolean member; writes nothing if the value is nil.
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    member(name)
    bool(value)
  }

  /// Writes an array of values; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ values: [some FastEncodable]?) {
    guard let values else { return }
    member(name)
    self.values(values)
  }

  /// Writes the raw value of an enumeration; writes nothing if it is nil.
  public mutating func member(_ name: StaticString, _ value: (some RawRepresentable<String>)?) {
    if let value { member(name, value.rawValue) }
  }

  /// Writes values as an array.
  public mutating func values<Value: FastEncodable>(_ values: [Value]) {
    byte(UInt8(ascii: "["))
    var isFirst = true
    for value in values {
      if !isFirst { byte(UInt8(ascii: ",")) }
      isFirst = false
      value.write(to: &self)
    }
    byte(UInt8(ascii: "]"))
  }
}
