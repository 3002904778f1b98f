public import Bus
public import Documents
public import FastJSON

/// Form in which the idempotency store holds the reply to a command.
public struct KeptReply: FastCodable, Hashable, Sendable {
  /// A UUID that distinguishes the decision from others with the same reply.
  public var decision: String
  /// Nil if the command was rejected.
  public var reply: RawJSON?
  /// The error of a rejected command; nil if it was executed.
  public var error: BusError?

  /// Creates the stored form of a reply or an error.
  public init(decision: String, reply: RawJSON? = nil, error: BusError? = nil) {
    self.decision = decision
    self.reply = reply
    self.error = error
  }

  /// The result of the command and of its repetitions.
  public var result: Result<RawJSON, BusError> {
    error.map { .failure($0) } ?? .success(reply ?? .emptyObject)
  }

  /// Creates the entry for the idempotency store.
  ///
  /// - Parameters:
  ///   - key: the sender's idempotency key. Without one, the decision gets a key of its own,
  ///     because its changes may have to be sent again.
  ///   - request: digest of the command's body, if there was a sender's key.
  ///   - service: the service that made the decision.
  /// - Throws: `BusError` with code `invalid` if the reply is nested too deeply.
  public func stored(
    under key: String?, for request: String? = nil, by service: String
  ) throws -> StoredReply {
    StoredReply(
      key: key ?? "\(service)/\(decision)", reply: try RawJSON(encoding: self),
      request: key == nil ? nil : request)
  }
}

extension KeptReply {
  /// The result of a repeated command.
  ///
  /// - Parameter stored: the reply from the idempotency store, or its remainder after an erasure.
  public static func result(of stored: RawJSON) -> Result<RawJSON, BusError> {
    guard stored != .erased else { return .failure(.wasErased) }
    return Result { try stored.decode(as: KeptReply.self) }.mapError { BusError(any: $0) }
      .flatMap(\.result)
  }
}

extension BusCommand {
  /// Encodes a reply to this command once, in the form in which it is both stored and sent.
  ///
  /// - Throws: `BusError` with code `invalid` if the reply is nested too deeply.
  public static func encoded(_ reply: Reply) throws -> RawJSON { try RawJSON(encoding: reply) }
}

extension BusError {
  /// True if a commit that failed with this error was certainly not written. After any other error,
  /// it may have been written, with only the reply lost.
  public var isRefusal: Bool {
    switch code {
    case .invalid, .denied, .tooLarge, .version, .unbound, .conflict, .notFound, .compacted: true
    default: false
    }
  }

  /// Delay before an idempotent message that failed with this error is sent again, in milliseconds.
  /// One without a reply is sent again as soon as after an error that can be retried: a service that
  /// did not respond for a moment may not have executed it.
  public var resendMs: Int { retryable || code == .expired ? 1000 : 10_000 }

  /// The error for a command that is repeated after its reply was erased.
  public static var wasErased: BusError {
    BusError(
      .notFound, "This request was already processed, and its data has since been erased.",
      detail: ["wasDone": "true"])
  }

  /// The error for a command whose idempotency key was used before for another request.
  public static var anotherRequest: BusError {
    BusError(.conflict, StoredReply.anotherRequest, detail: ["member": "idem"])
  }

  /// True if a commit was rejected because its writer epoch is over.
  public var isSuperseded: Bool { code == .conflict && detail?["store"] == "superseded" }

  /// The error of a command whose changes were rejected by persistence.
  public static func notSaved(_ refusal: BusError) -> BusError {
    BusError(refusal.code, "The change was not saved: \(refusal.message)", detail: refusal.detail)
  }

  /// The error of a command if it is unknown whether its changes were saved.
  public static func notDurable(_ cause: BusError) -> BusError {
    BusError(
      .unavailable, "The change could not be saved; try again. (\(cause.message))",
      retryAfterMs: cause.retryAfterMs)
  }
}
