import Bus
import StandupsLogging
import TranscriptionAPI

/// Ends streams at the request of the composition root, or because recording was denied.
extension TranscriptionService {
  /// Ends the streams of a piece of work without a request. The audio received so far is recognised
  /// and delivered.
  func endStreams(_ id: String) {
    for key in keys(of: id) { handle(.finish, of: key) }
  }

  func finish(_ command: FinishRecognition) async throws -> FinishRecognition.Reply {
    let id = command.id
    if keys(of: id).isEmpty, ended[id] == nil, case .ready = engine.status {
      // The stream may be one that is about to be restored.
      try await waitUntilRestored()
    }
    guard !keys(of: id).isEmpty else {
      guard let lines = ended[id] else { throw unknown(id) }
      return FinishRecognition.Reply(lines: lines)
    }
    return try await withCheckedThrowingContinuation { continuation in
      finishers[id, default: []].append(continuation)
      for key in keys(of: id) {
        guard let stream = streams[key], stream.endRequestedMs == nil else { continue }
        streams[key]?.endRequestedMs = clock.nowMs()
        endWhenComplete(key, stream.serial)
      }
    }
  }

  /// Ends a stream once its sender has sent all retained audio again. The room's stream ends last,
  /// because the others accept audio only as long as it is open.
  func endWhenComplete(_ key: StreamKey, _ serial: Int) {
    guard let stream = streams[key], stream.serial == serial else { return }
    guard key.person != nil || keys(of: key.id).count == 1 else { return }
    let waitMs = stream.waitMs(nowMs: clock.nowMs())
    streams[key]?.ending?.cancel()
    guard waitMs > 0, !isDraining else { return handle(.finish, of: key) }
    streams[key]?.ending = Task {
      try await clock.sleep(.milliseconds(waitMs))
      endWhenComplete(key, serial)
    }
  }

  /// Removes a stream that has ended, and keeps its lines for repeated requests. Callers that wait
  /// for the end get the lines of all streams once the last one has ended.
  func close(_ key: StreamKey) {
    guard !closeDictation(key) else { return }
    guard let stream = streams.removeValue(forKey: key) else { return }
    let id = key.id
    ended.add(id, stream.lines)
    stream.finish()
    releaseCompared(of: key)
    if key.person == nil {
      reportLearned(of: stream)
      endVoiceReports(of: id)
    }
    endedDeliveries[stream.serial] = Task {
      await stream.delivering.value
      endedDeliveries[stream.serial] = nil
    }
    noteUnusedLanguages()
    releaseHeld(of: id)
    log.info("Stream ended.", ["id": LogValue(id), "lines": LogValue(stream.lines.count)])
    guard keys(of: id).isEmpty else {
      let key = StreamKey(id: id)
      if let room = streams[key], room.endRequestedMs != nil {
        endWhenComplete(key, room.serial)
      }
      return
    }
    decideOnOwnLines(of: id)
    let lines = ended[id] ?? stream.lines.fitting(FinishedLines.maxBytes)
    for finisher in finishers.removeValue(forKey: id) ?? [] {
      finisher.resume(returning: FinishRecognition.Reply(lines: lines))
    }
  }

  func cancel(_ command: CancelRecognition) throws -> Done {
    guard !keys(of: command.id).isEmpty else { throw unknown(command.id) }
    abandon(command.id, BusError(.conflict, "The stream was cancelled."))
    return Done()
  }

  /// Ends the streams of a subject whose recording was denied, and discards lines that were not
  /// delivered.
  func abandonStreams(of subject: String) {
    for id in openIDs
    where streams[StreamKey(id: id)]?.request.subject == subject {
      abandon(id, BusError(.denied, "Speech recognition was denied for “\(subject)”."))
      log.info("Stream ended because recognition is no longer allowed.", ["id": LogValue(id)])
    }
  }

  /// Ends the streams of a piece of work at once, and discards lines that were not delivered.
  func abandon(_ id: String, _ error: BusError) {
    for key in keys(of: id) {
      streams.removeValue(forKey: key)?.abandon()
      releaseCompared(of: key)
    }
    endVoiceReports(of: id)
    noteUnusedLanguages()
    ownLines[id] = nil
    releaseHeld(of: id)
    for finisher in finishers.removeValue(forKey: id) ?? [] { finisher.resume(throwing: error) }
  }
}

extension OpenStream {
  /// Maximum time for which the end waits for audio that is sent again, in milliseconds.
  private static let maxWaitMs = 2_500
  /// Maximum delay with which live audio arrives, in milliseconds. Audio that is older was retained
  /// by its sender.
  private static let maxLiveDelayMs = 700

  /// Time to wait for audio that its sender has retained, in milliseconds. After an outage, the
  /// sender sends this audio again, and the stream must not end before it arrives. 0 if no audio is
  /// expected.
  func waitMs(nowMs: Int) -> Int {
    let left = Self.maxWaitMs - (nowMs - (endRequestedMs ?? nowMs))
    guard let newest else {
      // A sender would have sent audio shortly after the stream was opened.
      return isReopened ? max(0, min(left, Self.maxWaitMs - (nowMs - openedMs))) : 0
    }
    guard newest.lateMs > Self.maxLiveDelayMs else { return 0 }
    return max(0, min(left, Self.maxLiveDelayMs - (nowMs - newest.ms)))
  }
}
