import SpeechModels

/// The recognisers of the languages that are loaded in addition to that of the engine, and the decision
/// which of them to release. Nothing is loaded here.
struct LanguagePools: Sendable {
  /// The recogniser of a language, which may still be loading.
  struct Pool: Sendable {
    let model: InstalledModel
    /// Distinguishes the pool from an earlier one of the same language.
    let serial: Int
    let recognizer: Task<Recognizer, any Error>
    /// The recogniser, once it is loaded.
    var loaded: Recognizer?
    /// Time at which its last stream ended, in milliseconds of the service's clock; nil while it has
    /// one.
    var idleSinceMs: Int?
  }

  let maxLoaded: Int
  private var pools: [String: Pool] = [:]
  private var serials = 0
  /// Models that could not be loaded, with the reasons, by language.
  private var failures: [String: Failure] = [:]

  private struct Failure: Sendable {
    let digest: String
    let reason: String
    /// Time at which it failed, in milliseconds of the service's clock.
    let atMs: Int
  }

  /// Time after which a model that could not be loaded is tried again, in milliseconds. It may have been
  /// repaired in the meantime, or there may be enough memory. Another model is tried at once.
  private static let retryMs = 60_000

  init(maxLoaded: Int) { self.maxLoaded = maxLoaded }

  subscript(tag: String) -> Pool? { pools[tag] }

  /// Returns why a model cannot be used now; nil if it can. A language without streams makes room for
  /// another one.
  ///
  /// - Parameter nowMs: time of the service's clock, in milliseconds.
  func obstacle(to model: InstalledModel, nowMs: Int) -> String? {
    let tag = model.manifest.language
    if let failure = failures[tag], failure.digest == model.digest,
      nowMs - failure.atMs < Self.retryMs
    {
      return failure.reason
    }
    guard pools[tag] == nil, isFull else { return nil }
    return maxLoaded == 0
      ? "Speech is recognised only in the language of the engine here: STANDUPS_ENGINE_LANGUAGES is 0."
      : "Speech in \(maxLoaded) other languages is being recognised (the maximum). Try again when a meeting"
        + " in one of them has ended, or increase STANDUPS_ENGINE_LANGUAGES."
  }

  /// The loaded recognisers.
  var recognizers: [Recognizer] { pools.values.compactMap(\.loaded) }

  /// True if no other language can be loaded.
  private var isFull: Bool {
    pools.count >= maxLoaded && !pools.values.contains { $0.idleSinceMs != nil }
  }

  /// Returns the pool of a model, and creates it if necessary. Before, it releases the language that has
  /// been idle for longest if the maximum is loaded. Check `obstacle` first.
  ///
  /// - Parameter load: starts to load the model.
  mutating func use(
    _ model: InstalledModel, load: (InstalledModel) -> Task<Recognizer, any Error>
  ) -> Pool {
    let tag = model.manifest.language
    if var pool = pools[tag], pool.model == model || pool.idleSinceMs == nil {
      pool.idleSinceMs = nil
      pools[tag] = pool
      return pool
    }
    pools[tag] = nil
    if pools.count >= maxLoaded,
      let idle = pools.filter({ $0.value.idleSinceMs != nil })
        .min(by: { ($0.value.idleSinceMs ?? 0, $0.key) < ($1.value.idleSinceMs ?? 0, $1.key) })
    {
      pools[idle.key] = nil
    }
    serials += 1
    let pool = Pool(model: model, serial: serials, recognizer: load(model))
    pools[tag] = pool
    failures[tag] = nil
    return pool
  }

  /// Records which languages have streams.
  ///
  /// - Returns: true if a language has become idle.
  mutating func setUsed(_ tags: Set<String>, nowMs: Int) -> Bool {
    var isIdle = false
    for tag in pools.keys {
      if tags.contains(tag) {
        pools[tag]?.idleSinceMs = nil
      } else if pools[tag]?.idleSinceMs == nil {
        pools[tag]?.idleSinceMs = nowMs
        isIdle = true
      }
    }
    return isIdle
  }

  /// Releases the languages that have been idle since a time or longer.
  ///
  /// - Returns: their tags.
  mutating func release(idleSinceMs ms: Int) -> [String] {
    let released = pools.filter { $0.value.idleSinceMs.map { $0 <= ms } ?? false }.keys.sorted()
    for tag in released { pools[tag] = nil }
    return released
  }

  /// Records that the model of a pool is loaded.
  mutating func loaded(_ pool: Pool, _ recognizer: Recognizer) {
    let tag = pool.model.manifest.language
    guard pools[tag]?.serial == pool.serial else { return }
    pools[tag]?.loaded = recognizer
  }

  /// Removes a pool whose model could not be loaded.
  ///
  /// - Returns: false if the pool was replaced in the meantime.
  mutating func failed(_ pool: Pool, reason: String, nowMs: Int) -> Bool {
    let tag = pool.model.manifest.language
    guard pools[tag]?.serial == pool.serial else { return false }
    pools[tag] = nil
    failures[tag] = Failure(digest: pool.model.digest, reason: reason, atMs: nowMs)
    return true
  }
}
