import Bus
import Foundation
import StandupsCollections
import TranscriptionAPI

/// Lines that wait, each for at most a time: for own microphones, or for their voices.
///
/// Those of the room's microphone wait until the own microphones have delivered what they heard at the
/// same time: the owner of the work accepts the first of two lines with the same words, and an own
/// microphone knows who spoke. Those of an own microphone wait until it is known if another one was
/// nearer. Before that, those of the room's microphone wait until their voices are compared.
struct HeldLines {
  /// Maximum time for which a line of the room waits, in milliseconds, and for which one of an own
  /// microphone does since it was recognised, so that the room's still waits for it, even if lines of
  /// the same microphone have waited before it.
  static let maxMs = 2_000
  static let maxOwnMs = 1_500

  /// Reason for which a line waits.
  enum Reason {
    /// The words of own microphones from before a time, in milliseconds of the stream's time.
    case ownMicrophones(beforeMs: Int64)
    /// The voices of an utterance, by its number in the stream.
    case voices(ofUtterance: Int)
  }

  struct Line {
    let key: StreamKey
    let reason: Reason
    let release: CheckedContinuation<Void, Never>
  }

  /// The waiting lines, by a number.
  var lines: [Int: Line] = [:]
  private var last = 0

  mutating func number() -> Int {
    last += 1
    return last
  }
}

extension TranscriptionService {
  /// Returns once no own microphone of the same piece of work has undelivered words from before the
  /// end of a line, or after the maximum time.
  func holdForOwn(_ line: TranscriptionAPI.TranscriptLine, of id: String) async {
    await hold(
      StreamKey(id: id), until: .ownMicrophones(beforeMs: line.toMs), maxMs: HeldLines.maxMs)
  }

  /// Returns once no other own microphone may still recognise what a line's own microphone recorded, or
  /// after the maximum time.
  ///
  /// - Parameter sinceMs: time at which the line was recognised, in milliseconds of the service's clock.
  func holdForOtherOwn(
    _ line: TranscriptionAPI.TranscriptLine, of key: StreamKey, sinceMs: Int
  ) async {
    // A double covers at least half of the line.
    await hold(
      key,
      until: .ownMicrophones(beforeMs: (line.fromMs + line.toMs) / 2 + SpokenWords.slackMs),
      maxMs: sinceMs + HeldLines.maxOwnMs - clock.nowMs())
  }

  /// Returns once a line of a stream has nothing to wait for, or after the maximum time.
  func hold(_ key: StreamKey, until reason: HeldLines.Reason, maxMs: Int) async {
    guard maxMs > 0, isPending(reason, of: key) else { return }
    let number = held.number()
    let limit = Task {
      do { try await clock.sleep(.milliseconds(maxMs)) } catch { return }
      release(number)
    }
    defer { limit.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          held.lines[number] = HeldLines.Line(
            key: key, reason: reason, release: continuation)
        }
      }
    } onCancel: {
      Task { await self.release(number) }
    }
  }

  /// Releases the lines of a piece of work that wait for nothing any more.
  func releaseHeld(of id: String) {
    for (number, line) in held.lines where line.key.id == id {
      if !isPending(line.reason, of: line.key) { release(number) }
    }
  }

  /// Releases the lines of a stream whose voices are compared, or that has ended.
  func releaseCompared(of key: StreamKey) {
    for (number, line) in held.lines where line.key == key {
      if case .voices = line.reason, !isPending(line.reason, of: key) { release(number) }
    }
  }

  private func release(_ number: Int) {
    held.lines.removeValue(forKey: number)?.release.resume()
  }

  private func isPending(_ reason: HeldLines.Reason, of key: StreamKey) -> Bool {
    guard !isDraining else { return false }
    return switch reason {
    case .ownMicrophones(let ms): isOwnPending(key, before: ms)
    case .voices(let utterance): streams[key]?.voices?.isComplete(utterance) == false
    }
  }

  private func isOwnPending(_ key: StreamKey, before ms: Int64) -> Bool {
    let nowMs = clock.nowMs()
    return streams.contains {
      $0.key.id == key.id && $0.key.person != nil && $0.key.person != key.person
        && $0.value.isPending(before: ms, nowMs: nowMs, isRecognized: key.person == nil)
    }
  }
}
