public import Foundation

/// A request: a POST or PUT where it has a body, otherwise a GET.
public struct HTTPRequest: Hashable, Sendable {
  /// Where it goes: http or https.
  public var url: String
  /// What is sent beside what libcurl sends by itself.
  public var headers: [HTTPHeader]
  /// What is posted; nil gets what is there.
  public var body: Data?
  /// Whether the body is put there instead of posted.
  public var isPut: Bool
  /// The addresses that it may go to.
  public var reach: Reach

  /// - Parameters:
  ///   - body: nil for a GET.
  ///   - isPut: only with a body.
  ///   - reach: the addresses that it may go to. Default: all.
  public init(
    url: String, headers: [HTTPHeader] = [], body: Data? = nil, isPut: Bool = false,
    reach: Reach = .everywhere
  ) {
    self.reach = reach
    self.url = url
    self.headers = headers
    self.body = body
    self.isPut = isPut
  }
}

/// One header of a request; name and value hold no line ends.
public struct HTTPHeader: Hashable, Sendable {
  /// Such as `Content-Type`.
  public var name: String
  /// What it says.
  public var value: String

  /// A header as it is sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  /// From 100 to 599.
  public var status: Int
  /// What `Retry-After` says, in seconds from now.
  public var retryAfter: Int?
  /// The beginning of the body, as much as `HTTPLimits.keptBytes` allows.
  public var body: Data
  /// Whether the body was longer than what was kept of it.
  public var isCut: Bool

  /// An answer as it came.
  public init(status: Int, retryAfter: Int? = nil, body: Data = Data(), isCut: Bool = false) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
    self.isCut = isCut
  }
}

/// Why there was no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  /// What kept the request from being answered.
  public enum Code: String, Hashable, Sendable {
    /// The host has no address.
    case resolution
    /// Nobody listens there, or it cannot be reached.
    case connection
    /// The certificate is not trusted, or the server speaks no TLS.
    case tls
    /// It is not to go to that address (`Reach`).
    case refused
    /// It took too long.
    case timeout
    /// We gave it up.
    case cancelled
    /// Anything else; the message says what.
    case other
  }
  /// What programs decide by.
  public var code: Code
  /// A sentence for a person.
  public var message: String

  /// A failure with a sentence for a person.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}
