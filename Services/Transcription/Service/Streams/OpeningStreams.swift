import Bus
import Foundation
import SpeechModels
import StandupsLogging
import TranscriptionAPI

/// Opens streams at the request of the composition root.
extension TranscriptionService {
  /// Maximum number of pieces of work with open streams.
  static let maxStreams = 256
  /// Maximum number of own microphones in a piece of work, and in all of them.
  static let maxOwnStreams = 32
  static let maxAllOwnStreams = 1024

  func start(
    _ command: StartRecognition, _ cause: Header
  ) async throws -> StartRecognition.Reply {
    try Self.check(command.id, "id")
    try share?.checkOwner(of: command.id)
    try Self.check(command.subject, "subject")
    guard (0...86_400_000).contains(command.startMs) else {
      throw BusError(
        .invalid, "Invalid startMs \(command.startMs); expected 0 to 86400000 (one day).")
    }
    try Self.check(language: command.language)
    try Self.check(command.voices, command.others, command.turns)
    // Before the permission, which may change while the model is searched for.
    let model = try await model(for: command.language)
    try await mayRecognize(command.subject)
    guard !isDraining else { throw Self.stopping }
    let key = StreamKey(id: command.id)
    if streams[key] == nil { try open(command, model, cause: cause) }
    return StartRecognition.Reply(id: command.id, creditSamples: streams[key]?.credit ?? 0)
  }

  /// Opens a stream, unless it is open.
  ///
  /// - Parameters:
  ///   - model: the model for its language; nil for that of the engine.
  ///   - cause: the command that requested it, for the log.
  func open(
    _ request: StartRecognition, _ model: InstalledModel? = nil, isReopened: Bool = false,
    cause: Header? = nil
  ) throws(BusError) {
    let key = StreamKey(id: request.id)
    guard streams[key] == nil else { return }
    guard streams.keys.count(where: \.isRoom) < Self.maxStreams else {
      throw BusError(
        .busy, "\(Self.maxStreams) streams are already open (the maximum); end one first.",
        retryAfterMs: 1000)
    }
    streams[key] = stream(request, language: try use(model), isReopened: isReopened)
    setVoices(request.voices, others: request.others, request.turns, of: request.id)
    let log = cause.map { self.log.caused(by: $0) } ?? self.log
    log.info("Stream opened.", ["id": LogValue(request.id)])
  }

  /// Creates the stream of an own microphone, which ends with that of the room.
  ///
  /// - Throws: `busy` if the maximum number of own microphones is open.
  func ownStream(_ key: StreamKey, of room: OpenStream) throws(BusError) -> OpenStream {
    let own = streams.keys.filter { $0.person != nil }
    guard own.count < Self.maxAllOwnStreams,
      own.count(where: { $0.id == key.id }) < Self.maxOwnStreams
    else {
      throw BusError(
        .busy,
        "Too many microphones are open; a meeting may have \(Self.maxOwnStreams). Close one first.",
        retryAfterMs: 1000)
    }
    var request = room.request
    request.startMs = Int64(room.streamMs(nowMs: clock.nowMs()))
    request.settledMs = nil
    (request.voices, request.others, request.turns) = (nil, nil, nil)
    var stream = stream(
      request, person: key.person, language: room.language, isReopened: room.isReopened)
    stream.endRequestedMs = room.endRequestedMs
    return stream
  }

  private func stream(
    _ request: StartRecognition, person: UUID? = nil, language: String?, isReopened: Bool
  ) -> OpenStream {
    let delivery = delivery
    serials += 1
    let serial = serials
    return OpenStream(
      request, person: person, language: language, isReopened: isReopened, serial: serial,
      token: token(), openedMs: clock.nowMs()
    ) { [weak self] line in
      let key = StreamKey(id: request.id, person: person)
      var line = line
      if person == nil {
        await self?.holdForOwn(line, of: request.id)
        line = await self?.permitted(line, of: key) ?? line
      } else if let self {
        guard let nearest = await nearest(line, of: key) else {
          return await delivered(line.key, of: key, serial)
        }
        line = nearest
      }
      await delivery.deliver(LineRecognized(id: request.id, line: line), of: request.id)
      await self?.delivered(line.key, of: key, serial)
    }
  }
}
