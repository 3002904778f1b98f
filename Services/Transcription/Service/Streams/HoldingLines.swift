import Bus
import TranscriptionAPI

/// Lines of the room's microphone that wait until the own microphones have delivered what they heard
/// at the same time. The owner of the work accepts the first of two lines with the same words, and an
/// own microphone knows who spoke.
struct HeldLines {
  /// Maximum time for which a line waits, in milliseconds.
  static let maxMs = 2_000

  struct Line {
    let id: String
    /// End of the line, in milliseconds of the stream's time.
    let toMs: Int64
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
    guard isOwnPending(id, before: line.toMs), !isDraining else { return }
    let number = held.number()
    let limit = Task {
      do { try await clock.sleep(.milliseconds(HeldLines.maxMs)) } catch { return }
      release(number)
    }
    defer { limit.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          held.lines[number] = HeldLines.Line(id: id, toMs: line.toMs, release: continuation)
        }
      }
    } onCancel: {
      Task { await self.release(number) }
    }
  }

  /// Releases the lines of a piece of work that wait for nothing any more.
  func releaseHeld(of id: String) {
    for (number, line) in held.lines
    where line.id == id && (isDraining || !isOwnPending(id, before: line.toMs)) {
      release(number)
    }
  }

  private func release(_ number: Int) {
    held.lines.removeValue(forKey: number)?.release.resume()
  }

  private func isOwnPending(_ id: String, before ms: Int64) -> Bool {
    let nowMs = clock.nowMs()
    return streams.contains {
      $0.key.id == id && $0.key.person != nil && $0.value.isPending(before: ms, nowMs: nowMs)
    }
  }
}
