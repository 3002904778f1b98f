/// An ordered list whose elements are found and changed by id, never by position.
///
/// An index kept across an `await` may name another element when the call returns; an id cannot.
public struct IdentifiedArray<Element: Identifiable & Sendable>: Sendable
where Element.ID: Hashable & Sendable {
  private var order: [Element.ID] = []
  private var byID: [Element.ID: Element] = [:]

  public init() {}

  /// Later elements with an id that is already there are left out.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  public var count: Int { order.count }
  public var isEmpty: Bool { order.isEmpty }
  public var ids: [Element.ID] { order }
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
      precondition(newValue.id == id, "an element is stored under its own id")
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

  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let element = byID.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return element
  }

  /// The position now, for showing; not to be kept.
  public func index(id: Element.ID) -> Int? { order.firstIndex(of: id) }
  public func contains(id: Element.ID) -> Bool { byID[id] != nil }
}

extension IdentifiedArray: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { order.count }
  public subscript(position: Int) -> Element {
    guard let element = byID[order[position]] else {
      preconditionFailure("every id in the order has its element")
    }
    return element
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {}
extension IdentifiedArray: Hashable where Element: Hashable {}
extension IdentifiedArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Codable where Element: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}
