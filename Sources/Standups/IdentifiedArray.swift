public import FastJSON

/// An ordered list whose elements are found and changed by id, never by position.
///
/// An index that is kept across an `await` may refer to another element afterwards; an id cannot.
public struct IdentifiedArray<Element: Identifiable & Sendable>: Sendable
where Element.ID: Hashable & Sendable {
  private var order: [Element.ID] = []
  private var byID: [Element.ID: Element] = [:]

  /// Creates an empty list.
  public init() {}

  /// Creates a list. An element whose id is already in the list is dropped.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Number of elements in the list.
  public var count: Int { order.count }
  /// True if the list has no elements.
  public var isEmpty: Bool { order.isEmpty }
  /// Ids of all elements, in the order of the list; each occurs once.
  public var ids: [Element.ID] { order }
  /// The elements as an array, in the order of the list.
  public var elements: [Element] { order.compactMap { byID[$0] } }

  /// Reads, replaces or, with nil, removes the element with this id. A new element is appended.
  ///
  /// Setting an element under an id other than its own is a programming error and traps.
  public subscript(id id: Element.ID) -> Element? {
    get { byID[id] }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      precondition(newValue.id == id, "an element must be stored under its own id")
      if byID.updateValue(newValue, forKey: id) == nil { order.append(id) }
    }
  }

  /// Appends an element.
  ///
  /// - Returns: false if its id is already in the list, which then stays unchanged.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    insert(element, at: order.count)
  }

  /// Inserts an element.
  ///
  /// - Parameter index: position of the element, clamped to the list.
  /// - Returns: false if its id is already in the list, which then stays unchanged.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    guard byID[element.id] == nil else { return false }
    byID[element.id] = element
    order.insert(element.id, at: Swift.min(Swift.max(index, 0), order.count))
    return true
  }

  /// Removes the element with this id.
  ///
  /// - Returns: the element; nil if the id is not in the list.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let element = byID.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return element
  }

  /// Returns the current position of an element, for display; it must not be kept. Nil if the id is
  /// not in the list.
  public func index(id: Element.ID) -> Int? { order.firstIndex(of: id) }
  /// Returns whether an element with this id is in the list, in constant time.
  public func contains(id: Element.ID) -> Bool { byID[id] != nil }
}

extension IdentifiedArray: RandomAccessCollection {
  /// Position of the first element, always 0.
  public var startIndex: Int { 0 }
  /// Position after the last element, equal to `count`.
  public var endIndex: Int { order.count }
  /// The element at a position, from 0. A position outside the list traps.
  public subscript(position: Int) -> Element {
    guard let element = byID[order[position]] else {
      preconditionFailure("every id in the order must have an element")
    }
    return element
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {}
extension IdentifiedArray: Hashable where Element: Hashable {}
extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates a list from a literal. An element whose id is already in the list is dropped.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Decodes an array of elements. An element whose id is already in the list is dropped.
  ///
  /// - Throws: `DecodingError` if the value is not an array, or the error of an element.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array, in order.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: FastEncodable where Element: FastEncodable {
  /// Writes the elements as an array, in order.
  public func write(to writer: inout JSONWriter) { writer.values(elements) }
}

extension IdentifiedArray: FastDecodable where Element: FastDecodable {
  /// Reads an array of elements. An element whose id is already in the list is dropped.
  public static func read(from reader: inout JSONReader) -> Self? {
    reader.values(of: Element.self).map { Self($0) }
  }
}
