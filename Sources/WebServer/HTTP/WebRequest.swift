/// The head of a request, as it came.
public struct WebRequest: Hashable, Sendable {
  /// A field of the head.
  public struct Field: Hashable, Sendable {
    /// As it was written; names are compared without regard to case.
    public var name: String
    /// Without the white space around it; bytes that are no UTF-8 are replaced.
    public var value: String

    /// A field with a name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Upper case, such as `GET`.
  public var method: String
  /// With its escapes, and with the query, as in the request line.
  public var target: String
  /// `HTTP/1.1` or `HTTP/1.0`.
  public var version: String
  /// In the order in which they came.
  public var fields: [Field]
  /// Who is connected, without a port; empty if that is not known.
  public var address: String

  /// A request as it came; for tests of a handler, too.
  public init(
    method: String, target: String, version: String = "HTTP/1.1", fields: [Field] = [],
    address: String = ""
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
    self.address = address
  }

  /// The path with its escapes, without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// What follows the first question mark; nil if there is none.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// All values of a field, in the order in which they came.
  public func values(_ name: String) -> [String] {
    fields.filter {
      $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased()
    }
    .map(\.value)
  }

  /// The value of a field that came once; nil if it is not there, or came several times.
  public subscript(name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The words of a field that holds a list, in small letters.
  public func words(_ name: String) -> [String] {
    values(name).joined(separator: ",").split(separator: ",").map {
      $0.trimmingSpaces.lowercased()
    }
  }

  /// The parts of a field that holds a list, just as they are; nil if it is not there, or came several times.
  public func list(_ name: String) -> [String]? {
    self[name]?.split(separator: ",").map { String($0.trimmingSpaces) }
  }

  /// The values of cookies by that name.
  public func cookies(_ name: String) -> [String] {
    values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmingSpaces == name else { return nil }
      return String(parts[1].trimmingSpaces)
    }
  }

  /// How long the body is, as the head says; nil if it does not.
  public var length: Int64? { self["Content-Length"].flatMap { Int64($0) } }

  /// Whether a body follows.
  public var hasBody: Bool { (length ?? 0) > 0 || !values("Transfer-Encoding").isEmpty }
}

extension StringProtocol {
  var trimmingSpaces: SubSequence {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}
