import Bus
import StandupsLogging
import TranscriptionAPI

/// Drops lines of own microphones that recorded the voice of another person in the same room.
extension TranscriptionService {
  /// Decides how to deliver a line of an own microphone: not if another own microphone was nearer to the
  /// voice, and without words that another one has delivered. Waits for the other microphones if the
  /// voice may not be that of the person.
  ///
  /// - Returns: the line to deliver; nil for none.
  func nearest(
    _ line: TranscriptionAPI.TranscriptLine, of key: StreamKey
  ) async -> TranscriptionAPI.TranscriptLine? {
    if let sinceMs = ownLines[key.id]?.doubtfulSinceMs(line.key) {
      await holdForOtherOwn(line, of: key, sinceMs: sinceMs)
    }
    guard ownLines[key.id] != nil else {
      // The streams have ended, and it was decided then.
      guard let lines = ended[key.id] else { return line }
      return lines.first { $0.key == line.key }
    }
    if let wanted = ownLines[key.id]?.deliver(line) {
      if wanted != line {
        streams[key]?.replace(wanted)
        ended.replace(wanted, of: key.id)
      }
      return wanted
    }
    streams[key]?.drop(line.key)
    ended.drop(line.key, of: key.id)
    log.debug(
      "Another microphone has the words of a line; it is dropped.", ["id": LogValue(key.id)])
    guard let stream = streams[key] else { return nil }
    // The guesses must not stay in the views.
    publish(
      PartialData(text: "", fromMs: line.fromMs, toMs: line.toMs, person: line.person), of: stream)
    return nil
  }

  /// Decides on all lines of own microphones when the last stream of a piece of work has ended, so that
  /// its lines, which are the reply to the end, have no doubles.
  func decideOnOwnLines(of id: String) {
    guard var own = ownLines.removeValue(forKey: id) else { return }
    for line in own.undecided {
      if let wanted = own.deliver(line) {
        if wanted != line { ended.replace(wanted, of: id) }
      } else {
        ended.drop(line.key, of: id)
      }
    }
  }
}
