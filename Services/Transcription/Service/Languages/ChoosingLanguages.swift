import Bus
import Schema
import SpeechModels
import StandupsLogging
import TranscriptionAPI

/// Finds the model for the language of a stream, loads it, and releases it after its last stream.
extension TranscriptionService {
  /// Finds the model for a language; nil if the engine's own model recognises it.
  ///
  /// - Throws: `denied`, with a sentence for a person, if no model does.
  func model(for language: String?) async throws(BusError) -> InstalledModel? {
    // Without an engine, only its reason matters.
    guard let language, case .ready = engine.status else { return nil }
    do {
      return try await languages.find(language)
    } catch {
      throw BusError(.denied, "\(error)")
    }
  }

  /// Returns why speech in a language cannot be recognised now, as a sentence; nil if it can.
  func obstacle(to language: String?) async -> String? {
    do throws(BusError) {
      return try await model(for: language).flatMap {
        pools.obstacle(to: $0, nowMs: clock.nowMs())
      }
    } catch {
      return error.message
    }
  }

  /// Checks the language of a command.
  ///
  /// - Throws: `invalid` for a text that is not a tag.
  static func check(language: String?) throws(BusError) {
    guard let language, !LanguageTag.isValid(language) else { return }
    throw BusError(
      .invalid,
      "Invalid language; expected a tag of BCP 47 with a language, a script and a region at most, such as"
        + " es, pt-BR or zh-Hant.")
  }

  /// Returns the language whose recogniser a new stream uses, which is loaded if necessary; nil for that
  /// of the engine.
  ///
  /// - Throws: `denied` if too many languages have streams, or if the model cannot be loaded.
  func use(_ model: InstalledModel?) throws(BusError) -> String? {
    guard let model else { return nil }
    let tag = model.manifest.language
    if let obstacle = pools.obstacle(to: model, nowMs: clock.nowMs()) {
      throw BusError(.denied, obstacle)
    }
    let known = pools[tag]?.serial
    let (languages, metrics) = (languages, metrics)
    let pool = pools.use(model) { model in
      Task { Recognizer(engine: try await languages.load(model), metrics: metrics) }
    }
    if pool.serial != known {
      log.info("Loading a language.", ["language": LogValue(tag)])
      Task { await watch(pool) }
    }
    return tag
  }

  /// Ends the streams of a language whose model cannot be loaded, so that people learn of it before they
  /// speak.
  private func watch(_ pool: LanguagePools.Pool) async {
    let error: any Error
    switch await pool.recognizer.result {
    case .success(let recognizer): return pools.loaded(pool, recognizer)
    case .failure(let failure): error = failure
    }
    let tag = pool.model.manifest.language
    guard pools.failed(pool, reason: "\(error)", nowMs: clock.nowMs()) else { return }
    for (key, stream) in streams where stream.language == tag && key.person == nil {
      perform(.failed(reason: "\(error)"), of: key)
    }
  }

  /// Recognises a piece of audio in a language; nil is that of the engine.
  func outcome(of job: RecognitionJob, in language: String?) async -> RecognitionOutcome {
    guard let language else { return await recognizer.recognize(job) }
    guard let pool = pools[language] else {
      return .failed(reason: "The speech model for the language “\(language)” is not loaded.")
    }
    do {
      let recognizer = try await pool.recognizer.value
      return await recognizer.recognize(job)
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Records the end of streams. A language without streams is released after some time.
  func noteUnusedLanguages() {
    let used = Set(streams.values.compactMap(\.language))
    guard pools.setUsed(used, nowMs: clock.nowMs()), !isDraining else { return }
    Task {
      do {
        try await clock.sleep(languages.limits.idle)
      } catch {
        return
      }
      releaseIdleLanguages()
    }
  }

  private func releaseIdleLanguages() {
    let idleMs = Int(languages.limits.idle / .milliseconds(1))
    for tag in pools.release(idleSinceMs: clock.nowMs() - idleMs) {
      log.info("Released a language that is no longer used.", ["language": LogValue(tag)])
    }
  }

  /// Skips the waiting jobs of all languages.
  func shutDownLanguages() async {
    for recognizer in pools.recognizers { await recognizer.shutDown() }
  }

  /// Returns the languages in which speech can be recognised.
  func listLanguages() async throws -> ListSpeechLanguages.Reply {
    guard case .ready = engine.status else { return ListSpeechLanguages.Reply() }
    let installed = languages.limits.maxLoaded > 0 ? try await languages.list() : []
    return ListSpeechLanguages.Reply(standard: EngineDirectory.language, languages: installed)
  }

  /// Numbers of running and of waiting jobs of all languages.
  var load: (running: Int, waiting: Int) {
    get async {
      var load = await recognizer.load
      for recognizer in pools.recognizers {
        let more = await recognizer.load
        load = (load.running + more.running, load.waiting + more.waiting)
      }
      return load
    }
  }
}
