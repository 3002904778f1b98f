import Bus
import Foundation
import Logging
import TranscriptionAPI

/// The transcription service: recognition streams for any id, on the bus. The shell around
/// ``RecognitionStream``.
actor TranscriptionService: Service {
  let engine: SpeechEngine
  let delivery: Delivery
  let clock: SteadyClock
  let log: Log
  let recognizer: Recognizer
  private let publisher: any EphemeralPublisher
  private let token: @Sendable () -> String
  private let metrics: TranscriptionMetrics?

  var authorizations: AuthorizationStore
  var restoration = Restoration()
  private var streams: [String: OpenStream] = [:]
  /// Lines of ended streams, so that a repeated `finish` gets the same reply.
  private var ended = EndedStreams()
  /// Serial of the newest stream.
  private(set) var serials = 0
  /// Deliveries in progress for ended streams, by serial.
  private var telling: [Int: Task<Void, Never>] = [:]
  private(set) var isDraining = false
  /// The share of this instance, as the router last sent it; nil before that.
  var share: Share?

  /// Maximum number of open streams.
  static let limit = 256

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - clock: clock for the arrival of audio, and for delays.
  ///   - token: generates strings that distinguish streams, including those of other runs.
  ///   - metrics: the metrics to update; nil for none.
  init(
    engine: SpeechEngine, delegate: any DelegateCaller, publisher: any EphemeralPublisher,
    clock: some Clock<Duration> = ContinuousClock(),
    token: @escaping @Sendable () -> String = { String(UUID().uuidString.prefix(8)).lowercased() },
    log: Log = .discarded, metrics: TranscriptionMetrics? = nil
  ) {
    self.engine = engine
    self.publisher = publisher
    self.clock = SteadyClock(clock)
    self.token = token
    self.log = log
    delivery = Delivery(delegate: delegate, clock: self.clock, log: log)
    self.metrics = metrics
    recognizer = Recognizer(engine: engine, metrics: metrics)
    authorizations = AuthorizationStore(engine: engine.status)
  }

  var definition: ServiceDefinition {
    var commands = CommandTable()
    commands.on(GetSpeechAuthorization.self) { command, _ in
      try await self.authorization(of: command.subject)
    }
    commands.on(AuthorizeSpeech.self) { try await self.authorize($0, $1.header) }
    commands.on(ForgetSpeech.self) { command, _ in
      try await self.forget(command)
    }
    commands.on(StartRecognition.self) { try await self.start($0, $1.header) }
    commands.on(RecognizeAudio.self) { try await self.take($0, $1) }
    commands.on(GetRecognition.self) { command, _ in
      try await self.position(of: command.id)
    }
    commands.on(FinishRecognition.self) { command, _ in
      try await self.finish(command)
    }
    commands.on(CancelRecognition.self) { command, _ in
      try await self.cancel(command)
    }
    return ServiceDefinition(
      name: "transcription", isSharded: true, commands: commands,
      delegates: [
        LineRecognized.self, RecognitionFailed.self, SpeechAuthorizationChanged.self,
        RecognitionRequested.self,
      ])
  }

  /// Starts the restoration of earlier decisions and of the streams that should be open, in the
  /// background.
  func start() async throws {
    if let obstacle { log.warning("\(obstacle) Requests return “restricted”.") }
    restoration.task?.cancel()
    restoration.task = Task { await restore() }
  }

  /// Stops the service. The audio received so far is still recognised and delivered, as far as time
  /// allows.
  func drain() async {
    isDraining = true
    restoration.task?.cancel()
    endRestoration(.failure(Self.stopping))
    let tellers = streams.values.map(\.teller) + telling.values
    for id in streams.keys { handle(.finish, of: id) }
    await withTaskCancellationHandler {
      for teller in tellers { await teller.value }
    } onCancel: {
      for teller in tellers { teller.cancel() }
    }
    await recognizer.shutDown()
    for stream in streams.values { stream.abandon(Self.stopping) }
    streams = [:]
  }

  var streamCount: Int { streams.count }

  var openIDs: [String] { Array(streams.keys) }

  /// The ids of open streams with at most this serial.
  func openIDs(upTo serial: Int) -> [String] {
    streams.values.filter { $0.serial <= serial }.map(\.request.id)
  }

  static var stopping: BusError {
    BusError(.draining, "The transcription service is stopping; try again.")
  }

  // MARK: Streams

  private func start(
    _ command: StartRecognition, _ cause: Header
  ) async throws -> StartRecognition.Reply {
    try Self.check(command.id, "id")
    try share?.checkOwner(of: command.id)
    try Self.check(command.subject, "subject")
    guard (0...86_400_000).contains(command.startMs) else {
      throw BusError(
        .invalid, "Invalid startMs \(command.startMs); expected 0 to 86400000 (one day).")
    }
    try await mayRecognize(command.subject)
    guard !isDraining else { throw Self.stopping }
    if streams[command.id] == nil { try open(command, cause: cause) }
    return StartRecognition.Reply(
      id: command.id, creditSamples: streams[command.id]?.credit ?? 0)
  }

  /// Opens a stream, unless it is open.
  ///
  /// - Parameter cause: the command that requested it, for the log.
  func open(
    _ request: StartRecognition, isTakenUp: Bool = false, cause: Header? = nil
  ) throws(BusError) {
    guard streams[request.id] == nil else { return }
    guard streams.count < Self.limit else {
      throw BusError(
        .busy, "\(Self.limit) streams are already open (the maximum); end one first.",
        retryAfterMs: 1000)
    }
    let delivery = delivery
    serials += 1
    let serial = serials
    streams[request.id] = OpenStream(
      request, isTakenUp: isTakenUp, serial: serial, token: token(), openedMs: clock.nowMs()
    ) { [weak self] line in
      await delivery.tell(LineRecognized(id: request.id, line: line), of: request.id)
      await self?.told(line.key, of: request.id, serial)
    }
    let log = cause.map { self.log.caused(by: $0) } ?? self.log
    log.info("Stream opened.", ["id": LogValue(request.id)])
  }

  private func take(_ command: RecognizeAudio, _ call: Call) throws -> RecognizeAudio.Reply {
    guard !isDraining else { throw Self.stopping }
    guard var stream = streams[command.id] else { throw unknown(command.id) }
    if let name = command.stream, name != stream.token {
      throw BusError(
        .notFound,
        "Stream “\(name)” has ended and another one is open; resend the unsettled audio without “stream”.",
        retryAfterMs: 0)
    }
    let samples = try [Int16](audioOf: call)
    let effects = stream.take(command, samples, nowMs: clock.nowMs())
    streams[command.id] = stream
    var credit = 0
    for effect in effects {
      switch effect {
      case .accepted(_, let left):
        credit = left
        metrics?.audio.add(samples.count)
      case .refused(let refusal): throw BusError(refusal)
      default: perform(effect, of: command.id)
      }
    }
    if stream.endAskedMs != nil { endWhenHeard(command.id, stream.serial) }
    return RecognizeAudio.Reply(
      creditSamples: credit, settled: streams[command.id]?.settled, stream: stream.token)
  }

  private func position(of id: String) throws -> GetRecognition.Reply {
    guard let stream = streams[id] else { throw unknown(id) }
    return GetRecognition.Reply(
      creditSamples: stream.credit, settled: stream.settled, stream: stream.token)
  }

  /// Ends a stream without a request: the audio received so far is recognised and delivered.
  func endStream(_ id: String) { handle(.finish, of: id) }

  /// Records that a line was delivered, so that its audio need not be sent again.
  private func told(_ key: String, of id: String, _ serial: Int) {
    guard streams[id]?.serial == serial else { return }
    streams[id]?.told(key)
  }

  private func finish(_ command: FinishRecognition) async throws -> FinishRecognition.Reply {
    if streams[command.id] == nil, ended[command.id] == nil, case .ready = engine.status {
      // It may be a stream that is about to be restored.
      try await waitUntilRestored()
    }
    guard streams[command.id] != nil else {
      guard let lines = ended[command.id] else { throw unknown(command.id) }
      return FinishRecognition.Reply(lines: lines)
    }
    return try await withCheckedThrowingContinuation { continuation in
      streams[command.id]?.finishers.append(continuation)
      if let stream = streams[command.id], stream.endAskedMs == nil {
        streams[command.id]?.endAskedMs = clock.nowMs()
        endWhenHeard(command.id, stream.serial)
      }
    }
  }

  /// Ends a stream once its sender has sent all audio again that it had kept.
  private func endWhenHeard(_ id: String, _ serial: Int) {
    guard let stream = streams[id], stream.serial == serial else { return }
    let patienceMs = stream.patienceMs(nowMs: clock.nowMs())
    streams[id]?.ending?.cancel()
    guard patienceMs > 0, !isDraining else { return handle(.finish, of: id) }
    streams[id]?.ending = Task {
      try await clock.sleep(.milliseconds(patienceMs))
      endWhenHeard(id, serial)
    }
  }

  private func cancel(_ command: CancelRecognition) throws -> Done {
    guard let stream = streams.removeValue(forKey: command.id) else { throw unknown(command.id) }
    stream.abandon(BusError(.conflict, "The stream was cancelled."))
    return Done()
  }

  /// Ends the streams of a subject whose recording was denied, and discards lines that were not
  /// delivered.
  func abandonStreams(of subject: String) {
    for (id, stream) in streams where stream.request.subject == subject {
      streams[id] = nil
      stream.abandon(BusError(.denied, "Speech recognition was denied for “\(subject)”."))
      log.info("Stream ended because recognition is no longer allowed.", ["id": LogValue(id)])
    }
  }

  private func handle(_ action: RecognitionStream.Action, of id: String) {
    guard var stream = streams[id] else { return }
    let effects = stream.handle(action)
    streams[id] = stream
    for effect in effects { perform(effect, of: id) }
  }

  private func perform(_ effect: RecognitionStream.Effect, of id: String) {
    switch effect {
    case .recognize(let job): recognize(job, of: id)
    case .emitPartial(let text, let from, let to):
      guard let stream = streams[id] else { return }
      publish(
        PartialData(
          text: text, fromMs: stream.ms(ofAudioMs: from), toMs: stream.ms(ofAudioMs: to)),
        of: stream)
    case .emitFinal(let line):
      streams[id]?.add(line)
      metrics?.lines.add()
      if let lag = streams[id]?.lagMs(of: line, nowMs: clock.nowMs()) {
        metrics?.lag.observe(lag)
      }
    case .finished: ended(id)
    case .failed(let reason):
      metrics?.failures.add()
      log.error("Recognition failed: \(reason)", ["id": LogValue(id)])
      ended(id)
      tellFailure(of: id, reason)
    case .gap(let from, let to):
      log.warning("Audio is missing.", ["id": LogValue(id), "samples": LogValue(to - from)])
    case .accepted, .refused: break
    }
  }

  private func recognize(_ job: RecognitionJob, of id: String) {
    guard let serial = streams[id]?.serial else { return }
    streams[id]?.jobs[job.id] = Task {
      let outcome = await recognizer.recognize(job)
      // Another stream may have the id by now.
      guard streams[id]?.serial == serial else { return }
      streams[id]?.jobs[job.id] = nil
      handle(.finished(job.id, outcome), of: id)
    }
  }

  /// Removes ended streams and, if given, the decision about a subject. Open streams stay, because
  /// they belong to live meetings.
  private func forget(_ command: ForgetSpeech) async throws -> Done {
    guard command.ids.count <= 1000 else {
      throw BusError(
        .invalid, "Too many ids (\(command.ids.count)); expected at most 1000.")
    }
    for id in command.ids { ended.forget(id) }
    if let subject = command.subject {
      forget(subject)
      if command.hasCome == true { try await refresh(subject) }
    }
    return Done()
  }

  private func ended(_ id: String) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    ended.add(id, stream.lines)
    stream.finish(with: ended[id] ?? stream.lines.fitting(FinishedLines.maxBytes))
    telling[stream.serial] = Task {
      await stream.teller.value
      telling[stream.serial] = nil
    }
    log.info("Stream ended.", ["id": LogValue(id), "lines": LogValue(stream.lines.count)])
  }

  /// Reports once that a stream cannot continue.
  func tellFailure(of id: String, _ reason: String) {
    let delivery = delivery
    serials += 1
    let serial = serials
    telling[serial] = Task {
      await delivery.tell(RecognitionFailed(id: id, reason: reason), of: id)
      telling[serial] = nil
    }
  }

  private func publish(_ data: PartialData, of stream: OpenStream) {
    guard let labels = stream.request.labels else { return }
    do {
      publisher.publish(try BusJSON.encode(data), labels: labels)
    } catch {
      log.error("A partial line cannot be encoded as JSON: \(error)")
    }
  }

  private func unknown(_ id: String) -> BusError {
    BusError(
      .notFound, "Recognition stream “\(id)” not found; open one with transcription.start.")
  }

  static func check(_ text: String, _ name: String) throws(BusError) {
    guard (1...128).contains(text.utf8.count) else {
      throw BusError(.invalid, "Invalid \(name); expected 1 to 128 bytes.")
    }
  }
}
