import FastJSON

/// The provider's keys, and the read that is in progress.
struct CachedKeys {
  /// Time after which the keys are read again, in milliseconds.
  static let freshMs: Int64 = 3_600_000
  /// Minimum time between two reads because of a signature that no key verifies, in milliseconds.
  static let pauseMs: Int64 = 10_000

  var latest: JSONWebKeySet?
  /// Number of reads that succeeded.
  var version = 0
  /// Address from which `latest` was read.
  var address = ""
  var readMs: Int64 = 0
  var triedMs: Int64?
  var reading: (address: String, task: Task<Result<JSONWebKeySet, OpenIDError>, Never>)?

  /// The keys, if they are from this address and not too old.
  func latest(from address: String, at nowMs: Int64) -> JSONWebKeySet? {
    guard self.address == address, (readMs...readMs + Self.freshMs).contains(nowMs) else {
      return nil
    }
    return latest
  }

  /// True if the keys were read so recently that they are not read again.
  func hasJustTried(at nowMs: Int64) -> Bool {
    triedMs.map { ($0..<$0 + Self.pauseMs).contains(nowMs) } ?? false
  }
}

extension OpenIDClient {
  /// The claims of a token with a valid signature. If no known key verifies it, the keys are read again, at most once
  /// in ten seconds, because the provider may have replaced them.
  func signedClaims(
    of token: SignedToken, _ metadata: ProviderMetadata
  ) async throws(OpenIDError) -> [String: JSONTree] {
    let (address, version) = (metadata.keys, keys.version)
    let known: JSONWebKeySet
    if let latest = keys.latest(from: address, at: nowMs()) {
      known = latest
    } else {
      known = try await readKeys(address)
    }
    if let claims = try claims(of: token, known) { return claims }
    if let newer = try await keys(from: address, after: version),
      let claims = try claims(of: token, newer)
    {
      return claims
    }
    throw provider.invalid("none of its keys verifies the signature of its ID token")
  }

  private func claims(
    of token: SignedToken, _ keys: JSONWebKeySet
  ) throws(OpenIDError) -> [String: JSONTree]? {
    try checked { () throws(ProtocolViolation) in try token.claims(verifiedWith: keys) }
  }

  /// Keys that are newer than a version; nil if they were just read.
  private func keys(
    from address: String, after version: Int
  ) async throws(OpenIDError) -> JSONWebKeySet? {
    let now = nowMs()
    if keys.version != version, let latest = keys.latest(from: address, at: now) { return latest }
    guard keys.reading != nil || !keys.hasJustTried(at: now) else { return nil }
    return try await readKeys(address)
  }

  /// Reads the keys. Concurrent callers share a read.
  private func readKeys(_ address: String) async throws(OpenIDError) -> JSONWebKeySet {
    if let reading = keys.reading, reading.address == address {
      return try await reading.task.value.get()
    }
    keys.triedMs = nowMs()
    let task = Task {
      let result = await self.keySet(address)
      if case .success(let latest) = result {
        self.keys.latest = latest
        self.keys.address = address
        self.keys.version += 1
        self.keys.readMs = self.nowMs()
      }
      if self.keys.reading?.address == address { self.keys.reading = nil }
      return result
    }
    keys.reading = (address, task)
    return try await task.value.get()
  }

  private func keySet(_ address: String) async -> Result<JSONWebKeySet, OpenIDError> {
    do throws(OpenIDError) {
      let body = try await document(address, from: "key set")
      return .success(
        try checked { () throws(ProtocolViolation) in try JSONWebKeySet(parsing: body) })
    } catch {
      return .failure(error)
    }
  }
}
