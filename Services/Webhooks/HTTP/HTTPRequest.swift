import Foundation

/// A POST.
struct HTTPRequest: Hashable, Sendable {
  var url: String
  var headers: [HTTPHeader]
  var body: Data
}

/// One header of a request; name and value hold no line ends.
struct HTTPHeader: Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a server answered.
struct HTTPResponse: Hashable, Sendable {
  var status: Int
  /// What `Retry-After` says, in seconds from now.
  var retryAfter: Int?
  /// The beginning of the body.
  var body = Data()
}

/// Why there was no answer.
struct HTTPFailure: Error, Hashable, Sendable {
  enum Code: String, Hashable, Sendable {
    /// The host has no address.
    case resolution
    /// Nobody listens there, or it cannot be reached.
    case connection
    /// The certificate is not trusted, or the server speaks no TLS.
    case tls
    /// It took too long.
    case timeout
    /// We gave it up.
    case cancelled
    case other
  }
  var code: Code
  /// A sentence for a person.
  var message: String
}
