public import Foundation

/// A request: POST or PUT if it has a body, otherwise GET.
public struct HTTPRequest: Hashable, Sendable {
  /// URL of the request, http or https.
  public var url: String
  /// Headers in addition to those that libcurl sends automatically.
  public var headers: [HTTPHeader]
  /// Body to send; nil makes the request a GET.
  public var body: Data?
  /// True if the body is sent with PUT instead of POST.
  public var isPut: Bool
  /// Addresses that the request may reach.
  public var reach: Reach

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - body: nil for a GET.
  ///   - isPut: true sends the body with PUT; requires a body.
  ///   - reach: addresses that the request may reach. Default: all.
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

/// One header of a request. Its name and value must not contain line breaks.
public struct HTTPHeader: Hashable, Sendable {
  /// Name, such as `Content-Type`.
  public var name: String
  /// Value of the header.
  public var value: String

  /// Creates a header, which is sent unchanged.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A response of a server.
public struct HTTPResponse: Hashable, Sendable {
  /// Status code, from 100 to 599.
  public var status: Int
  /// Delay requested by `Retry-After`, in seconds from now.
  public var retryAfter: Int?
  /// Start of the body, at most `HTTPLimits.keptBytes`.
  public var body: Data
  /// True if the body was longer than the part that is kept.
  public var isCut: Bool

  /// Creates a response from its parts.
  public init(status: Int, retryAfter: Int? = nil, body: Data = Data(), isCut: Bool = false) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
    self.isCut = isCut
  }
}

/// The reason why a request received no response.
public struct HTTPFailure: Error, Hashable, Sendable {
  /// A kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The host name does not resolve to an address.
    case resolution
    /// The host is unreachable, or refused the connection.
    case connection
    /// The certificate is not trusted, or the server does not speak TLS.
    case tls
    /// `Reach` does not allow the address.
    case refused
    /// The request timed out.
    case timeout
    /// The client cancelled the request.
    case cancelled
    /// Any other failure; the message has the details.
    case other
  }
  /// Kind of failure, for programs.
  public var code: Code
  /// A human-readable sentence about the failure.
  public var message: String

  /// Creates a failure with a human-readable sentence.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}
