import Bus
import Foundation
import StandupsLogging
import TranscriptionAPI

/// The transcription service, which accepts streams of audio with any id and recognises lines in
/// them.
actor TranscriptionService: Service {
  let engine: SpeechEngine
  let languages: SpeechLanguages
  let voices: VoiceEngine
  let delivery: Delivery
  let clock: SteadyClock
  let log: Log
  let recognizer: Recognizer
  let publisher: any EphemeralPublisher
  let token: @Sendable () -> String
  let metrics: TranscriptionMetrics?

  var authorizations: AuthorizationStore
  var restoration = Restoration()
  /// The languages that are loaded in addition to that of the engine.
  var pools: LanguagePools
  var streams: [StreamKey: OpenStream] = [:]
  /// Callers that wait for the end of all streams of a piece of work, by its id.
  var finishers: [String: [CheckedContinuation<FinishRecognition.Reply, any Error>]] = [:]
  /// Lines that wait for those of own microphones, or for their voices.
  var held = HeldLines()
  /// The last lines of own microphones, by the piece of work.
  var ownLines: [String: OwnLines] = [:]
  /// Reports on recognised voices in progress, by the piece of work.
  var voiceReports: [String: VoiceReport] = [:]
  /// Lines of ended streams, so that a repeated `finish` gets the same reply.
  var ended = EndedStreams()
  /// The dictations, by id.
  var dictations: [String: Dictation] = [:]
  /// Serial of the newest stream.
  var serials = 0
  /// Deliveries in progress for ended streams, by serial.
  var endedDeliveries: [Int: Task<Void, Never>] = [:]
  private(set) var isDraining = false
  /// The share of this instance, as the router last sent it; nil before that.
  var share: Share?

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - languages: the models of other languages. Default: none.
  ///   - voices: the recognition of voices. Default: turned off.
  ///   - clock: clock for the arrival of audio, and for delays.
  ///   - token: generates strings that distinguish streams, including those of other runs.
  ///   - metrics: the metrics to update; nil for none.
  init(
    engine: SpeechEngine, languages: SpeechLanguages = .none, voices: VoiceEngine = .off,
    delegate: any DelegateCaller,
    publisher: any EphemeralPublisher,
    clock: some Clock<Duration> = ContinuousClock(),
    token: @escaping @Sendable () -> String = { String(UUID().uuidString.prefix(8)).lowercased() },
    log: Log = .discarded, metrics: TranscriptionMetrics? = nil
  ) {
    self.engine = engine
    self.languages = languages
    self.voices = voices
    pools = LanguagePools(maxLoaded: languages.limits.maxLoaded)
    self.publisher = publisher
    self.clock = SteadyClock(clock)
    self.token = token
    self.log = log
    delivery = Delivery(delegate: delegate, clock: self.clock, log: log)
    self.metrics = metrics
    recognizer = Recognizer(engine: engine, metrics: metrics)
    authorizations = AuthorizationStore(engine: engine.status)
  }

  /// Starts the restoration of earlier decisions and of the streams that should be open, in the
  /// background.
  func start() async throws {
    if let obstacle { log.warning("\(obstacle) Requests return “restricted”.") }
    if let voiceObstacle { log.warning(voiceObstacle) }
    restoration.task?.cancel()
    restoration.task = Task { await restore() }
  }

  /// Stops the service. The audio received so far is still recognised and delivered, as far as time
  /// allows.
  func drain() async {
    isDraining = true
    restoration.task?.cancel()
    endRestoration(.failure(Self.stopping))
    for id in dictations.keys { endDictation(id) }
    let deliveries = streams.values.map(\.delivering) + endedDeliveries.values
    for key in streams.keys {
      releaseCompared(of: key)
      handle(.finish, of: key)
    }
    await withTaskCancellationHandler {
      for delivering in deliveries { await delivering.value }
    } onCancel: {
      for delivering in deliveries { delivering.cancel() }
    }
    // Streams report the learned voices when they have ended.
    let reports = Array(endedDeliveries.values)
    await withTaskCancellationHandler {
      for report in reports { await report.value }
    } onCancel: {
      for report in reports { report.cancel() }
    }
    for id in voiceReports.keys { endVoiceReports(of: id) }
    await recognizer.shutDown()
    await shutDownLanguages()
    for id in openIDs { abandon(id, Self.stopping) }
  }

  var streamCount: Int { streams.count }

  /// The ids of the pieces of work with open streams.
  var openIDs: Set<String> { Set(streams.keys.map(\.id)) }

  /// The ids of the pieces of work whose streams have at most this serial.
  func openIDs(upTo serial: Int) -> Set<String> {
    Set(streams.filter { $0.key.isRoom && $0.value.serial <= serial }.map(\.key.id))
  }

  /// The keys of the open streams of a piece of work, the own microphones first.
  func keys(of id: String) -> [StreamKey] {
    streams.keys.filter { $0.id == id && $0.person != nil }
      + [StreamKey(id: id)].filter { streams[$0] != nil }
  }

  static var stopping: BusError {
    BusError(.draining, "The transcription service is stopping; try again.")
  }
}

/// Health checks.
extension TranscriptionService {
  /// Reason why speech cannot be recognised. Without an engine, meetings have no transcripts, and
  /// every subject is “restricted”.
  var obstacle: String? {
    switch engine.status {
    case .unavailable(let reason) where engine.isWanted:
      "Speech recognition is unavailable. \(reason)"
    case .ready, .unavailable: nil
    }
  }

  /// Reason why voices cannot be recognised although this is turned on. Lines then belong to the
  /// attendees whose turns it is.
  var voiceObstacle: String? {
    switch voices.status {
    case .unavailable(let reason): reason
    case .ready, .off: nil
    }
  }

  func problems() async -> [String] { [obstacle, voiceObstacle].compactMap(\.self) }

  /// Waits for the actor, so that the service sends no heartbeats while the actor hangs.
  func pulse() {}
}

/// A monotonic clock for durations and delays.
struct SteadyClock: Sendable {
  /// Milliseconds since the clock was created.
  let nowMs: @Sendable () -> Int
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    nowMs = {
      let passed = start.duration(to: clock.now).components
      return Int(passed.seconds) * 1000 + Int(passed.attoseconds / 1_000_000_000_000_000)
    }
    sleep = { try await clock.sleep(for: $0) }
  }
}
