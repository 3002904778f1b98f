/// An ordered list whose elements are found and changed by id, never by position.
///
/// An index kept across an `await` may name another element when the call returns; an id cannot.
public struct IdentifiedArray<Element: Identifiable & Sendable>: Sendable
where Element.ID: Hashable & Sendable {
  private var order: [Element.ID] = []
  private var byID: [Element.ID: Element] = [:]

  /// A list without elements.
  public init() {}

  /// Later elements with an id that is already there are left out.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// How many elements there are.
  public var count: Int { order.count }
  /// Whether there are no elements.
  public var isEmpty: Bool { order.isEmpty }
  /// The ids of all elements, in the list's order; each occurs once.
  public var ids: [Element.ID] { order }
  /// The elements as a plain array, in the list's order.
  public var elements: [Element] { order.compactMap { byID[$0] } }

  /// Reads, replaces or, with nil, removes the element of that id. A new element is appended.
  ///
  /// Setting an element under another id than its own is refused by a precondition: it is a defect.
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

  /// - Returns: false if the id is already there; the list is unchanged then.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    insert(element, at: order.count)
  }

  /// - Parameter index: clamped to the list.
  /// - Returns: false if the id is already there; the list is unchanged then.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    guard byID[element.id] == nil else { return false }
    byID[element.id] = element
    order.insert(element.id, at: Swift.min(Swift.max(index, 0), order.count))
    return true
  }

  /// Takes the element of an id out of the list.
  ///
  /// - Returns: the element; nil if the id is not in the list, which is unchanged then.
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let element = byID.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return element
  }

  /// The position now, for showing; not to be kept.
  public func index(id: Element.ID) -> Int? { order.firstIndex(of: id) }
  /// Whether an element of that id is in the list; takes constant time.
  public func contains(id: Element.ID) -> Bool { byID[id] != nil }
}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element: always 0.
  public var startIndex: Int { 0 }
  /// The position after the last element, which is `count`.
  public var endIndex: Int { order.count }
  /// The element at a position, from 0. A position outside the list stops the program.
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
  /// The elements of a literal; later ones with an id that is already there are left out.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Codable where Element: Codable {
  /// Reads an array of elements; later ones with an id that is already there are left out.
  ///
  /// - Throws: `DecodingError` if it is no array, or what an element throws.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }

  /// Writes the elements as an array, in order.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}
