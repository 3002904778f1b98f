/// The provider's configuration, and the read that is in progress.
struct CachedMetadata {
  /// Time after which the configuration is read again, in milliseconds.
  static let freshMs: Int64 = 3_600_000
  /// Time for which it is used if it cannot be read, in milliseconds.
  static let usableMs: Int64 = 24 * 3_600_000
  /// Time before a failed read is repeated while the former configuration is usable, in milliseconds.
  static let pauseMs: Int64 = 10_000

  var latest: ProviderMetadata?
  var readMs: Int64 = 0
  var failedMs: Int64?
  var reading: Task<Result<ProviderMetadata, OpenIDError>, Never>?

  /// The configuration, if it is not older than an age. A clock that was set back makes it old.
  func latest(at nowMs: Int64, upTo ageMs: Int64) -> ProviderMetadata? {
    (readMs...readMs + ageMs).contains(nowMs) ? latest : nil
  }

  /// True shortly after a failed read.
  func hasJustFailed(at nowMs: Int64) -> Bool {
    failedMs.map { ($0..<$0 + Self.pauseMs).contains(nowMs) } ?? false
  }
}

extension OpenIDClient {
  /// The provider's configuration: at most an hour old, or a day if it cannot be read. Concurrent callers share a read.
  func currentMetadata() async throws(OpenIDError) -> ProviderMetadata {
    let now = nowMs()
    if let fresh = metadata.latest(at: now, upTo: CachedMetadata.freshMs) { return fresh }
    let former = metadata.latest(at: now, upTo: CachedMetadata.usableMs)
    if let former, metadata.hasJustFailed(at: now) { return former }
    let reading =
      metadata.reading
      ?? Task {
        let result = await self.readMetadata()
        self.metadata.reading = nil
        return result
      }
    metadata.reading = reading
    switch await reading.value {
    case .success(let latest): return latest
    case .failure(let error):
      if let former { return former }
      throw error
    }
  }

  private func readMetadata() async -> Result<ProviderMetadata, OpenIDError> {
    do throws(OpenIDError) {
      if let problem = provider.problem { throw OpenIDError(.invalid, problem) }
      let body = try await document(
        ProviderAddress.configuration(of: provider.issuer), from: "configuration")
      let latest = try checked { () throws(ProtocolViolation) in
        try ProviderMetadata(parsing: body, issuer: provider.issuer)
      }
      metadata.latest = latest
      metadata.readMs = nowMs()
      metadata.failedMs = nil
      return .success(latest)
    } catch {
      metadata.failedMs = nowMs()
      return .failure(error)
    }
  }
}
