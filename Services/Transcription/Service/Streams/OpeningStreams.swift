import Bus
import StandupsLogging
import TranscriptionAPI

/// Opens streams at the request of the composition root.
extension TranscriptionService {
  /// Maximum number of open streams.
  static let maxStreams = 256

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
    _ request: StartRecognition, isReopened: Bool = false, cause: Header? = nil
  ) throws(BusError) {
    guard streams[request.id] == nil else { return }
    guard streams.count < Self.maxStreams else {
      throw BusError(
        .busy, "\(Self.maxStreams) streams are already open (the maximum); end one first.",
        retryAfterMs: 1000)
    }
    let delivery = delivery
    serials += 1
    let serial = serials
    streams[request.id] = OpenStream(
      request, isReopened: isReopened, serial: serial, token: token(), openedMs: clock.nowMs()
    ) { [weak self] line in
      await delivery.deliver(LineRecognized(id: request.id, line: line), of: request.id)
      await self?.delivered(line.key, of: request.id, serial)
    }
    let log = cause.map { self.log.caused(by: $0) } ?? self.log
    log.info("Stream opened.", ["id": LogValue(request.id)])
  }
}
