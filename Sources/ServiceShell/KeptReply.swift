public import Bus
public import Documents
public import FastJSON

/// How a command was answered, as it is stored under its idempotency key.
public struct KeptReply: Codable, Hashable, Sendable {
  /// A UUID that tells it from other decisions with the same reply.
  public var decision: String
  /// Nil if the command was refused.
  public var reply: RawJSON?
  /// Why the command was refused; nil if it was done.
  public var error: BusError?

  /// What a command was answered with: a reply, or an error.
  public init(decision: String, reply: RawJSON? = nil, error: BusError? = nil) {
    self.decision = decision
    self.reply = reply
    self.error = error
  }

  /// What the command is answered with, also when it comes again.
  public var result: Result<RawJSON, BusError> {
    error.map { .failure($0) } ?? .success(reply ?? .emptyObject)
  }

  /// The reply as it is stored.
  ///
  /// - Parameters:
  ///   - key: the sender's; without one, the decision gets a key of its own, as its changes may have to
  ///     be sent again.
  ///   - request: digest of the command's body, with a sender's key.
  ///   - service: who decided it.
  /// - Throws: `BusError` with code `invalid` if it is nested too deep.
  public func stored(
    under key: String?, for request: String? = nil, by service: String
  ) throws -> StoredReply {
    StoredReply(
      key: key ?? "\(service)/\(decision)", reply: try RawJSON(encoding: self),
      request: key == nil ? nil : request)
  }
}

extension KeptReply {
  /// The reply to a command that is sent again.
  ///
  /// - Parameter stored: as it was stored, or what an erasure left of it.
  public static func result(of stored: RawJSON) -> Result<RawJSON, BusError> {
    guard stored != .erased else { return .failure(.wasErased) }
    return Result { try stored.decode(as: KeptReply.self) }.mapError { BusError(any: $0) }
      .flatMap(\.result)
  }
}

extension BusCommand {
  /// A reply to this command as it crosses the bus: encoded once, then stored and sent as it is.
  ///
  /// - Throws: `BusError` with code `invalid` if it is nested too deep.
  public static func encoded(_ reply: Reply) throws -> RawJSON { try RawJSON(encoding: reply) }
}

extension BusError {
  /// Whether a commit that failed like this was certainly not written. After any other error only its
  /// answer may have been lost.
  public var isRefusal: Bool {
    switch code {
    case .invalid, .denied, .tooLarge, .version, .unbound, .conflict, .notFound, .compacted: true
    default: false
    }
  }

  /// The error for a command that is sent again after its reply was erased.
  public static var wasErased: BusError {
    BusError(
      .notFound, "This request was already processed, and its data has since been erased.",
      detail: ["wasDone": "true"])
  }

  /// The error for a command whose idempotency key came with another request before.
  public static var anotherRequest: BusError {
    BusError(.conflict, StoredReply.anotherRequest, detail: ["member": "idem"])
  }

  /// Whether a commit was refused because its term is over.
  public var isSuperseded: Bool { code == .conflict && detail?["store"] == "superseded" }

  /// What a command is answered with when the commit of its changes was refused.
  public static func notSaved(_ refusal: BusError) -> BusError {
    BusError(refusal.code, "The change was not saved: \(refusal.message)", detail: refusal.detail)
  }

  /// What a command is answered with when nobody knows what became of its changes.
  public static func notDurable(_ cause: BusError) -> BusError {
    BusError(
      .unavailable, "The change could not be saved; try again. (\(cause.message))",
      retryAfterMs: cause.retryAfterMs)
  }
}
