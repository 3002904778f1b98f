import Bus
import Foundation
import Lifecycle
import Messages

/// Recognition streams for any id, on the bus. The shell around ``RecognitionStream``.
actor TranscriptionService: Service {
  private let engine: SpeechEngine
  private let recognizer: Recognizer
  private let delegate: any DelegateCaller
  private let publisher: any EphemeralPublisher
  private let clock: any Clock<Duration>
  let log: Log

  var authorizations: AuthorizationStore
  private var streams: [String: OpenStream] = [:]
  /// What ended streams had heard, so that a repeated `finish` gets the same answer.
  private var ended = EndedStreams(limit: 1000)
  private var restoring: Task<Void, Never>?
  private var isDraining = false

  /// The most streams at once.
  private static let limit = 256

  init(
    engine: SpeechEngine, delegate: any DelegateCaller, publisher: any EphemeralPublisher,
    clock: any Clock<Duration> = ContinuousClock(), log: Log = .discarded
  ) {
    self.engine = engine
    self.delegate = delegate
    self.publisher = publisher
    self.clock = clock
    self.log = log
    recognizer = Recognizer(engine: engine)
    authorizations = AuthorizationStore(engine: engine.status)
  }

  var definition: ServiceDefinition {
    var commands = CommandTable()
    commands.on(GetSpeechAuthorization.self) { command, _ in
      try await self.authorization(of: command.subject)
    }
    commands.on(AuthorizeSpeech.self) { try await self.authorize($0, $1.header) }
    commands.on(StartRecognition.self) { command, _ in try await self.start(command) }
    commands.on(RecognizeAudio.self) { try await self.take($0, $1) }
    commands.on(FinishRecognition.self) { command, _ in try await self.finish(command) }
    commands.on(CancelRecognition.self) { command, _ in try await self.cancel(command) }
    return ServiceDefinition(
      name: "transcription", isSharded: true, commands: commands,
      delegates: [
        LineRecognized.self, RecognitionFailed.self, SpeechAuthorizationChanged.self,
        RecognitionRequested.self,
      ])
  }

  /// Asks in the background what had been decided and which streams should be open: without a
  /// parent that knows, the service works all the same.
  func start() async throws {
    if case .unavailable(let reason) = engine.status {
      log.warning("There is no speech engine; every request is answered “restricted”. \(reason)")
    }
    restoring?.cancel()
    restoring = Task { await restore() }
  }

  func drain() async {
    isDraining = true
    restoring?.cancel()
    await recognizer.shutDown()
    for stream in streams.values { stream.end() }
    streams = [:]
  }

  func pulse() async {}

  private func restore() async {
    var wait = Duration.milliseconds(100)
    while !Task.isCancelled {
      do {
        let reply = try await delegate.tell(RecognitionRequested())
        for (subject, isGranted) in reply.authorizations
        where authorizations.answers[subject] == nil {
          authorizations.authorize(subject, granted: isGranted)
        }
        for stream in reply.streams where streams[stream.id] == nil { open(stream) }
        return
      } catch let error as BusError where error.code == .unbound {
        return
      } catch {
        log.debug("The parent does not say yet which streams should be open: \(error)")
      }
      do {
        try await clock.sleep(for: wait)
      } catch {
        return
      }
      wait = min(wait * 2, .seconds(2))
    }
  }

  // MARK: Authorisation

  private func authorization(of subject: String) throws -> SpeechAuthorization {
    try Self.check(subject, "subject")
    return SpeechAuthorization(authorizations.authorization(of: subject))
  }

  /// A decision is kept by the parent before it is acknowledged.
  private func authorize(_ command: AuthorizeSpeech, _ cause: Header) async throws
    -> SpeechAuthorization
  {
    try Self.check(command.subject, "subject")
    _ = try await delegate.tell(
      SpeechAuthorizationChanged(subject: command.subject, isGranted: command.isGranted),
      causedBy: cause)
    return SpeechAuthorization(
      authorizations.authorize(command.subject, granted: command.isGranted))
  }

  // MARK: Streams

  private func start(_ command: StartRecognition) throws -> StartRecognition.Reply {
    try Self.check(command.id, "id")
    guard !isDraining else { throw BusError(.draining, "The service is stopping; try again.") }
    switch authorizations.authorization(of: command.subject) {
    case .authorized: break
    case .restricted(let reason): throw BusError(.denied, reason)
    case .denied, .notDetermined:
      throw BusError(
        .denied,
        "Speech recognition is not authorised for “\(command.subject)”; send "
          + "transcription.authorize first.")
    }
    guard (0...86_400_000).contains(command.startMs) else {
      throw BusError(.invalid, "“startMs” is \(command.startMs); it is from 0 to a day.")
    }
    if streams[command.id] == nil {
      guard streams.count < Self.limit else {
        throw BusError(
          .busy, "There are \(streams.count) streams already; end one first.", retryAfterMs: 1000)
      }
      open(command)
    }
    return StartRecognition.Reply(
      id: command.id, creditSamples: streams[command.id]?.credit ?? 0)
  }

  private func open(_ request: StartRecognition) {
    let delegate = delegate
    let log = log
    streams[request.id] = OpenStream(request, openedAt: SteadyTime.now()) { line in
      await delegate.deliver(line, of: request.id, log: log)
    }
    log.info("A stream is open.", ["id": LogValue(request.id)])
  }

  private func take(_ command: RecognizeAudio, _ call: Call) throws -> RecognizeAudio.Reply {
    guard var stream = streams[command.id] else { throw unknown(command.id) }
    let samples = try Self.samples(call)
    let effects = stream.take(samples, offset: command.offset, now: SteadyTime.now())
    streams[command.id] = stream
    var credit = 0
    for effect in effects {
      switch effect {
      case .accepted(_, let left): credit = left
      case .refused(let refusal): throw BusError(refusal)
      default: perform(effect, of: command.id)
      }
    }
    return RecognizeAudio.Reply(creditSamples: credit)
  }

  private func finish(_ command: FinishRecognition) async throws -> FinishRecognition.Reply {
    if let lines = ended[command.id] { return FinishRecognition.Reply(lines: lines) }
    guard streams[command.id] != nil else { throw unknown(command.id) }
    return try await withCheckedThrowingContinuation { continuation in
      streams[command.id]?.finishers.append(continuation)
      handle(.finish, of: command.id)
    }
  }

  private func cancel(_ command: CancelRecognition) throws -> Done {
    guard let stream = streams.removeValue(forKey: command.id) else { throw unknown(command.id) }
    stream.end()
    return Done()
  }

  private func handle(_ action: RecognitionStream.Action, of id: String) {
    guard var stream = streams[id] else { return }
    let effects = stream.handle(action)
    streams[id] = stream
    for effect in effects { perform(effect, of: id) }
  }

  private func perform(_ effect: RecognitionStream.Effect, of id: String) {
    switch effect {
    case .recognize(let job):
      Task {
        let outcome = await recognizer.recognize(job)
        handle(.finished(job.id, outcome), of: id)
      }
    case .emitPartial(let text, let from, let to):
      publish(PartialData(text: text, fromMs: Int64(from), toMs: Int64(to)), of: id)
    case .emitFinal(let line):
      streams[id]?.add(line)
    case .finished:
      guard let stream = streams.removeValue(forKey: id) else { return }
      ended.add(id, stream.lines)
      for finisher in stream.finishers {
        finisher.resume(returning: FinishRecognition.Reply(lines: stream.lines))
      }
      stream.end(keepingLines: true)
      log.info(
        "A stream is finished.", ["id": LogValue(id), "lines": LogValue(stream.lines.count)])
    case .failed(let reason): failed(id, reason)
    case .gap(let from, let to):
      log.warning(
        "Audio is missing.", ["id": LogValue(id), "samples": LogValue(to - from)])
    case .accepted, .refused:
      break
    }
  }

  private func failed(_ id: String, _ reason: String) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    log.error("Recognition failed: \(reason)", ["id": LogValue(id)])
    ended.add(id, stream.lines)
    for finisher in stream.finishers {
      finisher.resume(returning: FinishRecognition.Reply(lines: stream.lines))
    }
    stream.end(keepingLines: true)
    let delegate = delegate
    let log = log
    Task {
      do {
        _ = try await delegate.tell(RecognitionFailed(id: id, reason: reason))
      } catch {
        log.error("The parent was not told that recognition failed: \(error)")
      }
    }
  }

  private func publish(_ data: PartialData, of id: String) {
    guard let labels = streams[id]?.request.labels else { return }
    do {
      publisher.publish(try BusJSON.encode(data), labels: labels)
    } catch {
      log.error("A partial line has no JSON form: \(error)")
    }
  }

  private func unknown(_ id: String) -> BusError {
    BusError(
      .notFound, "There is no recognition stream “\(id)”; transcription.start opens one.")
  }

  private static func check(_ text: String, _ name: String) throws {
    guard (1...128).contains(text.utf8.count) else {
      throw BusError(.invalid, "“\(name)” must have 1 to 128 bytes.")
    }
  }

  private static func samples(_ call: Call) throws -> [Int16] {
    guard call.attachments.count == 1, let frame = call.attachments.first else {
      throw BusError(
        .invalid,
        "Audio comes in one binary frame after the body; there are \(call.attachments.count).")
    }
    guard frame.count > 0, frame.count.isMultiple(of: 2) else {
      throw BusError(
        .invalid,
        "Audio is 16 kHz mono signed 16-bit little-endian; the frame has \(frame.count) bytes.")
    }
    return frame.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        Int16(
          littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
      }
    }
  }
}
