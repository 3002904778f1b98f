import Bus
import StandupsConfiguration

extension PersistenceService {
  /// Translates errors of the store into those of the bus, and logs those that an operator has to
  /// fix.
  func translating<Result>(
    _ header: Header, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as StoreError {
      throw translated(error, header)
    }
  }

  /// Translates an error, counts it, and logs it unless the caller is at fault.
  func translated(_ error: StoreError, _ header: Header) -> BusError {
    metrics?.errors.with(error.code.rawValue).add()
    if !error.code.isCallers, let fields = failures.fields(error.code.rawValue) {
      log.caused(by: header).error("\(error)", fields)
    }
    return BusError(error)
  }
}

extension BusError {
  /// Translates an error of the store into one of the bus.
  init(_ error: StoreError) {
    let code: Code
    switch error.code {
    case .conflict, .exists, .superseded: code = .conflict
    case .invalid, .notAFile: code = .invalid
    case .compacted: code = .compacted
    case .locked, .full, .io, .readOnly, .closed, .unreachable, .fenced, .outdated:
      code = .unavailable
    default: code = .internal
    }
    // A full disk is not retryable, because it needs an operator and automatic retries would only
    // hide it from the user.
    let isRetryable = [.locked, .closed, .unreachable, .fenced, .outdated].contains(error.code)
    self.init(
      code, error.sentence, retryable: isRetryable, retryAfterMs: isRetryable ? 200 : nil,
      detail: error.conflictDetail.merging(["store": error.code.rawValue]) { $1 })
  }
}

extension StoreError {
  /// Error that ends the service if its store cannot be opened. It is caused by the machine or the
  /// settings, not by a defect of the program.
  ///
  /// An error that only other settings or another program can fix is permanent. Any other error,
  /// such as a failed disk read, may be temporary, so the supervisor should start the service
  /// again.
  ///
  /// - Parameter variable: name of the setting that locates the store.
  func atStart(_ variable: String = "STANDUPS_DATA") -> any Error {
    switch code {
    case .newer, .notAFile, .readOnly, .foreign: ConfigurationError(variable, sentence)
    default: BusError(.busy, sentence)
    }
  }
}
