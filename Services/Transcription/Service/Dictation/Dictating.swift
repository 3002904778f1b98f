import Audio
import Bus
import Foundation
import StandupsLogging
import TranscriptionAPI

/// Dictated updates. A dictation is a stream of its own, whose words only the replies contain. It is
/// in memory until its sender has read it, or stops.
extension TranscriptionService {
  /// Maximum number of dictations at once.
  static let maxDictations = 16

  func dictate(_ command: Dictate, _ header: Header) async throws -> Dictate.Reply {
    guard !isDraining else { throw Self.stopping }
    let person = try Self.dictator(of: command.id, header)
    try Self.check(command.standup, "standup")
    guard (0...2 * Int64(Dictate.maxSamples)).contains(command.offset) else {
      throw BusError(
        .invalid,
        "Invalid audio offset \(command.offset); expected 0 to \(2 * Dictate.maxSamples) samples.")
    }
    let samples = try [Int16](base64: command.audio ?? "")
    if let name = command.stream {
      let known = dictations[command.id]
      guard let known, known.token == name, known.owner == header.by else {
        throw BusError(
          .notFound,
          "Dictation “\(name)” has ended; send the unsettled audio again without “stream”.")
      }
    } else {
      try await beginDictation(command, person, header)
    }
    return try continueDictation(command, samples)
  }

  private static func key(of id: String) -> StreamKey { StreamKey(id: id, isDictation: true) }

  /// Returns the person who dictates; nil for a tool that sends the command for no person.
  ///
  /// - Throws: `denied` for the id of another person, and `invalid` for any other id.
  private static func dictator(of id: String, _ header: Header) throws(BusError) -> UUID? {
    guard let owned = OwnedID(id), owned.owner == Dictate.owner,
      let name = UUID(uuidString: owned.name), name.lowercaseText == owned.name
    else {
      throw BusError(
        .invalid, "Invalid id; expected “\(Dictate.owner)/” and a UUID in lower case.",
        detail: ["field": "id"])
    }
    guard let by = header.by, let person = PersonActor.person(in: by) else { return nil }
    guard person == name else {
      throw BusError(
        .denied, "A person dictates under their own id, “\(Dictate.id(of: person.lowercaseText))”.")
    }
    return person
  }

  /// Opens the stream of a dictation. It replaces an earlier one of the same sender, which may be on
  /// another device.
  private func beginDictation(
    _ command: Dictate, _ person: UUID?, _ header: Header
  ) async throws {
    let id = command.id
    guard owns(id) else {
      throw BusError(
        .unavailable, "Another instance has this dictation; set “key” in the header to the id.",
        retryAfterMs: 200)
    }
    let named: DictationNamed.Reply
    do {
      named = try await delivery.delegate.tell(
        DictationNamed(standup: command.standup, person: person?.lowercaseText),
        causedBy: header, timeoutMs: 3000)
    } catch let error as BusError {
      throw error.ofQuestion
    }
    guard named.isAllowed else {
      throw BusError(
        .denied,
        "No attendee of this standup is linked to you; only attendees dictate updates for it.")
    }
    if case .unavailable(let reason) = engine.status { throw BusError(.denied, reason) }
    let model = try await model(for: named.language)
    guard !isDraining else { throw Self.stopping }
    // A tool that has chosen the id of a person does not keep them from dictating.
    if let other = dictations[id], person == nil, other.owner != header.by {
      throw BusError(.conflict, "This id is in use; expected a UUID of your own.")
    }
    endDictation(id)
    guard dictations.count < Self.maxDictations else {
      throw BusError(
        .busy, "\(Self.maxDictations) people are dictating (the maximum); try again later.",
        retryAfterMs: 5000)
    }
    let language = try use(model)
    serials += 1
    let now = clock.nowMs()
    // Its subject is the dictation itself, so a denial of the standup's recording does not end it.
    let stream = OpenStream(
      StartRecognition(id: id, subject: id), language: language, serial: serials, token: token(),
      openedMs: now
    ) { _ in }
    streams[Self.key(of: id)] = stream
    dictations[id] = Dictation(
      owner: header.by, token: stream.token, base: command.offset, openedMs: now)
    Task { await watchDictation(id, stream.token) }
    log.caused(by: header).info("Dictation begun.", ["id": LogValue(id)])
  }

  /// Adds audio to a dictation, and returns its words.
  private func continueDictation(
    _ command: Dictate, _ samples: [Int16]
  ) throws -> Dictate.Reply {
    let (id, key) = (command.id, Self.key(of: command.id))
    let now = clock.nowMs()
    dictations[id]?.lastMs = now
    let end = (dictations[id]?.base ?? 0) + Int64(Dictate.maxSamples)
    let room = max(0, min(end - command.offset, Int64(samples.count)))
    let new = Array(samples.prefix(Int(room)))
    if !new.isEmpty, var stream = streams[key] {
      let effects = stream.accept(
        RecognizeAudio(id: id, offset: command.offset), new, nowMs: now)
      streams[key] = stream
      for effect in effects {
        switch effect {
        case .accepted: metrics?.audio.add(new.count)
        // A dictation that is ending accepts no more audio; its reply has no credit.
        case .refused(.ended): break
        case .refused(let refusal): throw BusError(refusal)
        default: perform(effect, of: key)
        }
      }
    }
    if command.isLast == true || command.offset + Int64(samples.count) >= end {
      handle(.finish, of: key)
    }
    return try dictated(id)
  }

  /// The words of a dictation.
  ///
  /// - Throws: `internal` if the recognition failed; the dictation is then over.
  private func dictated(_ id: String) throws -> Dictate.Reply {
    guard let dictation = dictations[id] else { throw unknown(id) }
    if let failure = dictation.failure {
      endDictation(id)
      throw BusError(.internal, failure)
    }
    let stream = streams[Self.key(of: id)]
    return Dictate.Reply(
      stream: dictation.token, creditSamples: stream?.credit ?? 0,
      settled: stream?.settled ?? dictation.settled, lines: dictation.lines,
      partial: dictation.partial, isOver: stream == nil ? true : nil)
  }

  /// Ends a dictation whose sender has stopped, or whose time is up.
  private func watchDictation(_ id: String, _ token: String) async {
    while let dictation = dictations[id], dictation.token == token {
      let leftMs = dictation.dueMs - clock.nowMs()
      guard leftMs > 0 else { return endDictation(id) }
      do { try await clock.sleep(.milliseconds(leftMs)) } catch { return }
    }
  }

  /// Removes a dictation with its words. Does nothing for any other stream.
  func endDictation(_ id: String) {
    guard dictations.removeValue(forKey: id) != nil else { return }
    streams.removeValue(forKey: Self.key(of: id))?.abandon()
    noteUnusedLanguages()
    log.info("Dictation ended.", ["id": LogValue(id)])
  }

  /// Removes the stream of a dictation that has ended; its words stay until they are read.
  ///
  /// - Parameter failure: the reason why the recognition failed; nil if it did not.
  /// - Returns: false for any other stream.
  func closeDictation(_ key: StreamKey, failure: String? = nil) -> Bool {
    guard key.isDictation else { return false }
    if let stream = streams.removeValue(forKey: key) {
      dictations[key.id]?.settled = stream.end ?? dictations[key.id]?.base ?? 0
      stream.abandon()
    }
    dictations[key.id]?.partial = nil
    dictations[key.id]?.failure = failure
    noteUnusedLanguages()
    return true
  }
}

extension [Int16] {
  /// Decodes the samples of a dictation.
  init(base64 text: String) throws(BusError) {
    // Four characters for three bytes.
    guard text.utf8.count <= (Dictate.maxBytes + 2) / 3 * 4 else {
      throw BusError(
        .tooLarge, "A command can contain at most \(Dictate.maxBytes / 2) samples.")
    }
    guard let data = Data(base64Encoded: text),
      let samples = data.withUnsafeBytes({ PCM.samples($0) })
    else {
      throw BusError(
        .invalid,
        "Invalid audio; expected base64 of signed 16-bit little-endian samples, 16 kHz mono.",
        detail: ["field": "audio"])
    }
    self = samples
  }
}
