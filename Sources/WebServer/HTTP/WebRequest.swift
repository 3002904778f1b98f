/// Head of a received request.
public struct WebRequest: Hashable, Sendable {
  /// A header field of a message.
  public struct Field: Hashable, Sendable {
    /// Name as received; names are compared case-insensitively.
    public var name: String
    /// Value without surrounding white space; invalid UTF-8 is replaced.
    public var value: String

    /// Creates a field from a name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Method in upper case, such as `GET`.
  public var method: String
  /// Request target as in the request line: percent-encoded, with the query.
  public var target: String
  /// Protocol version, `HTTP/1.1` or `HTTP/1.0`.
  public var version: String
  /// Header fields, in the order of receipt.
  public var fields: [Field]
  /// Address of the client, without the port; empty if it is unknown.
  public var address: String
  /// True if the request came over TLS, and not from a proxy that ends it.
  public var isEncrypted = false

  /// Creates a request from its parts, for example in a test of a handler.
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

  /// Percent-encoded path, without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The part after the first question mark; nil if the target has none.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// Returns all values of a field, in the order of receipt.
  public func values(_ name: String) -> [String] {
    fields.filter {
      $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased()
    }
    .map(\.value)
  }

  /// Value of a field that occurs exactly once; nil if it is missing or occurs several times.
  public subscript(name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the elements of a comma-separated field in lower case.
  public func words(_ name: String) -> [String] {
    values(name).joined(separator: ",").split(separator: ",").map {
      $0.trimmingSpaces.lowercased()
    }
  }

  /// Returns the elements of a comma-separated field with their case unchanged; nil if the field is
  /// missing or occurs several times.
  public func list(_ name: String) -> [String]? {
    self[name]?.split(separator: ",").map { String($0.trimmingSpaces) }
  }

  /// Returns the values of all cookies with this name.
  public func cookies(_ name: String) -> [String] {
    values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmingSpaces == name else { return nil }
      return String(parts[1].trimmingSpaces)
    }
  }

  /// Length of the body from `Content-Length`, in bytes; nil if the head does not state it.
  public var length: Int64? { self["Content-Length"].flatMap { Int64($0) } }

  /// True if a body follows.
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
