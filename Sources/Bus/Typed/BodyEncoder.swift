import FastJSON
import Foundation

/// Encodes any `Encodable` as JSON in one pass, without an intermediate tree of values.
///
/// The output is byte for byte that of `JSONEncoder` with sorted keys and without escaped slashes.
/// For values that the fast path does not support (an encoder for a superclass, a number that is
/// not finite), `JSONEncoder` encodes the whole value.
final class BodyWriter {
  /// A value that is being encoded.
  private struct Frame {
    enum Kind {
      /// The value has not requested a container yet.
      case undecided
      case object, array, single
    }

    var kind = Kind.undecided
    /// Byte offset at which the text of the value starts.
    var start: Int
    /// Number of members or elements so far.
    var count = 0
    /// True while the members have arrived sorted by name.
    var isSorted = true
    /// True if the container of another value created this one. It ends when that container
    /// continues.
    var isNested = false
    /// Distinguishes the frame from others at its depth.
    var number = 0
  }

  /// Identifies a frame while it is open.
  struct Place {
    fileprivate var depth: Int
    fileprivate var number: Int
  }

  /// A member of an object that is being encoded.
  private struct Member {
    var name: String
    var start: Int
  }

  private var writer = JSONWriter()
  /// The open frames, from the outermost to the innermost.
  private var frames: [Frame] = []
  /// The members of all objects among the frames.
  private var members: [Member] = []
  /// Number of frames created so far.
  private var begun = 0

  /// Returns the JSON of a value; nil if the fast path does not support it.
  static func data(_ value: some Encodable) -> Data? {
    let body = BodyWriter()
    // The slow path, which supports every value, will throw the same error again.
    guard (try? body.encode(value)) != nil, !body.writer.isUnusual else { return nil }
    return body.writer.withBytes { Data($0) }
  }

  /// Appends a value to the text.
  func encode<Value: Encodable>(_ value: Value) throws {
    if Value.self == Date.self, let date = value as? Date {
      return writer.string(Timestamp.format(date))
    }
    if let fast = value as? any FastEncodable { return fast.write(to: &writer) }
    // Foundation's encoder has special forms for these types.
    if Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
      return writer.refuse()
    }
    let place = push(isNested: false)
    try value.encode(to: BodyEncoder(body: self, place: place))
    settle(place)
    close()
  }

  private func push(isNested: Bool) -> Place {
    begun += 1
    frames.append(Frame(start: writer.count, isNested: isNested, number: begun))
    return Place(depth: frames.count - 1, number: begun)
  }

  // MARK: Containers

  /// Begins an object or an array if it has not begun yet.
  fileprivate func begin(object isObject: Bool, _ place: Place) {
    settle(place)
    let frame = frames.count - 1
    switch frames[frame].kind {
    case .undecided:
      frames[frame].kind = isObject ? .object : .array
      writer.byte(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    case .object: if !isObject { writer.refuse() }
    case .array: if isObject { writer.refuse() }
    case .single: writer.refuse()
    }
  }

  /// Records that the value is a single one, not a container.
  fileprivate func single(_ place: Place) {
    settle(place)
    let frame = frames.count - 1
    if frames[frame].kind != .undecided { writer.refuse() }
    frames[frame].kind = .single
  }

  /// Begins an object or an array inside a container, after its name or comma.
  fileprivate func nest(object isObject: Bool) -> Place {
    let place = push(isNested: true)
    begin(object: isObject, place)
    return place
  }

  /// Begins a member of an object.
  fileprivate func member(_ name: String, _ place: Place) {
    settle(place)
    let frame = frames.count - 1
    if frames[frame].count > 0 {
      writer.byte(UInt8(ascii: ","))
      if let last = members.last, !last.name.utf8.lexicographicallyPrecedes(name.utf8) {
        frames[frame].isSorted = false
      }
    }
    frames[frame].count += 1
    members.append(Member(name: name, start: writer.count))
    writer.string(name)
    writer.byte(UInt8(ascii: ":"))
  }

  /// Begins an element of an array.
  fileprivate func element(_ place: Place) {
    settle(place)
    let frame = frames.count - 1
    if frames[frame].count > 0 { writer.byte(UInt8(ascii: ",")) }
    frames[frame].count += 1
  }

  fileprivate func count(_ place: Place) -> Int {
    place.depth < frames.count ? frames[place.depth].count : 0
  }

  /// Closes the containers nested in this one, because a caller that writes here has finished them.
  private func settle(_ place: Place) {
    guard place.depth < frames.count, frames[place.depth].number == place.number else {
      // The container was closed before, but is being written to again.
      return writer.refuse()
    }
    while frames.count - 1 > place.depth {
      if !frames[frames.count - 1].isNested { writer.refuse() }
      close()
    }
  }

  private func close() {
    let frame = frames.removeLast()
    switch frame.kind {
    case .undecided: frames.isEmpty ? writer.refuse() : writer.raw("{}")
    case .object:
      if !frame.isSorted { sort(frame) }
      members.removeLast(frame.count)
      writer.byte(UInt8(ascii: "}"))
    case .array: writer.byte(UInt8(ascii: "]"))
    case .single: break
    }
  }

  /// Sorts the members by name. If two have the same name, the later one is used.
  private func sort(_ frame: Frame) {
    let all = Array(members.suffix(frame.count))
    let order = all.indices.sorted {
      all[$0].name.utf8.lexicographicallyPrecedes(all[$1].name.utf8)
        || all[$0].name.utf8.elementsEqual(all[$1].name.utf8) && $0 < $1
    }
    var parts: [Range<Int>] = []
    for (place, index) in order.enumerated() {
      let isRepeated =
        place + 1 < order.count
        && all[order[place + 1]].name.utf8.elementsEqual(all[index].name.utf8)
      if isRepeated { continue }
      // The comma before the next member belongs to neither member.
      let end = index + 1 < all.count ? all[index + 1].start - 1 : writer.count
      parts.append(all[index].start..<end)
    }
    writer.rearrange(parts, from: frame.start + 1)
  }

  // MARK: Values

  fileprivate func null() { writer.raw("null") }
  fileprivate func write(_ value: Bool) { writer.bool(value) }
  fileprivate func write(_ value: String) { writer.string(value) }
  fileprivate func write(_ value: Double) { writer.double(value) }
  fileprivate func write(_ value: some FixedWidthInteger) { writer.integer(value) }
  fileprivate func refuse() { writer.refuse() }
}

/// The encoder to which a value encodes itself.
private struct BodyEncoder: Encoder {
  let body: BodyWriter
  let place: BodyWriter.Place
  /// Needed only for errors, which the slow path reports.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    body.begin(object: true, place)
    return KeyedEncodingContainer(BodyObject(body: body, place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    body.begin(object: false, place)
    return BodyArray(body: body, place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    BodyValue(body: body, place: place)
  }
}

private struct BodyObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let body: BodyWriter
  let place: BodyWriter.Place
  var codingPath: [any CodingKey] { [] }

  private func member(_ key: Key) { body.member(key.stringValue, place) }

  func encodeNil(forKey key: Key) {
    member(key)
    body.null()
  }

  func encode(_ value: Bool, forKey key: Key) {
    member(key)
    body.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    member(key)
    body.write(value)
  }

  func encode(_ value: Double, forKey key: Key) {
    member(key)
    body.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    member(key)
    body.write(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    member(key)
    body.write(value)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    member(key)
    try body.encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key)
    return KeyedEncodingContainer(BodyObject<Nested>(body: body, place: body.nest(object: true)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key)
    return BodyArray(body: body, place: body.nest(object: false))
  }

  func superEncoder() -> any Encoder {
    body.refuse()
    return BodyEncoder(body: body, place: place)
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct BodyArray: UnkeyedEncodingContainer {
  let body: BodyWriter
  let place: BodyWriter.Place
  var codingPath: [any CodingKey] { [] }
  var count: Int { body.count(place) }

  func encodeNil() {
    body.element(place)
    body.null()
  }

  func encode(_ value: String) {
    body.element(place)
    body.write(value)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    body.element(place)
    try body.encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    body.element(place)
    return KeyedEncodingContainer(BodyObject<Nested>(body: body, place: body.nest(object: true)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    body.element(place)
    return BodyArray(body: body, place: body.nest(object: false))
  }

  func superEncoder() -> any Encoder {
    body.refuse()
    return BodyEncoder(body: body, place: place)
  }
}

private struct BodyValue: SingleValueEncodingContainer {
  let body: BodyWriter
  let place: BodyWriter.Place
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {
    body.single(place)
    body.null()
  }

  func encode(_ value: Bool) {
    body.single(place)
    body.write(value)
  }

  func encode(_ value: String) {
    body.single(place)
    body.write(value)
  }

  func encode(_ value: Double) {
    body.single(place)
    body.write(value)
  }

  func encode(_ value: Float) {
    body.single(place)
    body.refuse()
  }

  func encode(_ value: Int) { integer(value) }
  func encode(_ value: Int8) { integer(value) }
  func encode(_ value: Int16) { integer(value) }
  func encode(_ value: Int32) { integer(value) }
  func encode(_ value: Int64) { integer(value) }
  func encode(_ value: UInt) { integer(value) }
  func encode(_ value: UInt8) { integer(value) }
  func encode(_ value: UInt16) { integer(value) }
  func encode(_ value: UInt32) { integer(value) }
  func encode(_ value: UInt64) { integer(value) }

  private func integer(_ value: some FixedWidthInteger) {
    body.single(place)
    body.write(value)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    body.single(place)
    try body.encode(value)
  }
}
