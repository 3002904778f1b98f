import Bus
import StandupsLogging
import TranscriptionAPI

/// Drops lines of own microphones that recorded the voice of another person in the same room.
extension TranscriptionService {
  /// Decides whether to deliver a line of an own microphone: not if another own microphone was nearer to
  /// the voice. Waits for the other microphones if the voice may not be that of the person.
  func isNearest(_ line: TranscriptionAPI.TranscriptLine, of key: StreamKey) async -> Bool {
    if ownLines[key.id]?.isDoubtful(line.key) == true { await holdForOtherOwn(line, of: key) }
    guard let isWanted = ownLines[key.id]?.deliver(line.key) else {
      // The streams have ended, and it was decided then.
      return ended[key.id]?.contains { $0.key == line.key } ?? true
    }
    guard !isWanted else { return true }
    streams[key]?.drop(line.key)
    ended.drop(line.key, of: key.id)
    log.debug(
      "Another microphone has the words of a line; it is dropped.", ["id": LogValue(key.id)])
    guard let stream = streams[key] else { return false }
    // The guesses must not stay in the views.
    publish(
      PartialData(text: "", fromMs: line.fromMs, toMs: line.toMs, person: line.person), of: stream)
    return false
  }

  /// Decides on all lines of own microphones when the last stream of a piece of work has ended, so that
  /// its lines, which are the reply to the end, have no doubles.
  func decideOnOwnLines(of id: String) {
    guard var own = ownLines.removeValue(forKey: id) else { return }
    for key in own.undecided where !own.deliver(key) { ended.drop(key, of: id) }
  }
}
