import Bus
import StandupsLogging
import TranscriptionAPI

/// Ends streams at the request of the composition root, or because recording was denied.
extension TranscriptionService {
  /// Ends a stream without a request. The audio received so far is recognised and delivered.
  func endStream(_ id: String) { handle(.finish, of: id) }

  func finish(_ command: FinishRecognition) async throws -> FinishRecognition.Reply {
    if streams[command.id] == nil, ended[command.id] == nil, case .ready = engine.status {
      // The stream may be one that is about to be restored.
      try await waitUntilRestored()
    }
    guard streams[command.id] != nil else {
      guard let lines = ended[command.id] else { throw unknown(command.id) }
      return FinishRecognition.Reply(lines: lines)
    }
    return try await withCheckedThrowingContinuation { continuation in
      streams[command.id]?.finishers.append(continuation)
      if let stream = streams[command.id], stream.endRequestedMs == nil {
        streams[command.id]?.endRequestedMs = clock.nowMs()
        endWhenComplete(command.id, stream.serial)
      }
    }
  }

  /// Ends a stream once its sender has sent all retained audio again.
  func endWhenComplete(_ id: String, _ serial: Int) {
    guard let stream = streams[id], stream.serial == serial else { return }
    let waitMs = stream.waitMs(nowMs: clock.nowMs())
    streams[id]?.ending?.cancel()
    guard waitMs > 0, !isDraining else { return handle(.finish, of: id) }
    streams[id]?.ending = Task {
      try await clock.sleep(.milliseconds(waitMs))
      endWhenComplete(id, serial)
    }
  }

  /// Removes a stream that has ended, and keeps its lines for repeated requests.
  func close(_ id: String) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    ended.add(id, stream.lines)
    stream.finish(with: ended[id] ?? stream.lines.fitting(FinishedLines.maxBytes))
    endedDeliveries[stream.serial] = Task {
      await stream.delivering.value
      endedDeliveries[stream.serial] = nil
    }
    log.info("Stream ended.", ["id": LogValue(id), "lines": LogValue(stream.lines.count)])
  }

  func cancel(_ command: CancelRecognition) throws -> Done {
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
