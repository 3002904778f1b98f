import Bus

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
    // A full disk needs an operator; automatic retries would only hide it from the user.
    let isRetryable = [.locked, .closed, .unreachable, .fenced, .outdated].contains(error.code)
    var detail = ["store": error.code.rawValue]
    detail["document"] = error.document
    self.init(
      code, error.sentence, retryable: isRetryable, retryAfterMs: isRetryable ? 200 : nil,
      detail: detail)
  }
}
