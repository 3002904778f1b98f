/// The times at which the audio of a stream was spoken, by the stream's clock.
///
/// If a sender reports the time at which its audio was spoken, that time is used. Otherwise, the
/// last sample of the first chunk counts as spoken when the chunk arrives, and from there the
/// sender's offsets determine the time, so that network delays have no effect. If a sender pauses
/// and continues with contiguous offsets, its audio arrives later than these offsets imply, and the
/// times from there on are shifted. If audio is late only because it was delayed in transit, the
/// audio after it arrives faster than it was spoken; the shift is then undone before a line is made
/// from it.
struct AudioTimeline: Sendable, Equatable {
  /// Delay of audio, in milliseconds, above which it counts as a pause.
  static let toleranceMs = 1000
  /// Maximum time, in milliseconds, for which audio may have waited at its sender before the stream
  /// began.
  static let maxBacklogMs = 10_000
  /// Maximum number of pauses that are kept. Lines before earlier pauses are already final.
  private static let maxAnchors = 64
  /// Maximum distance between a pause and its cut, in milliseconds.
  private static let cutSlackMs = 300
  /// Time for which audio must stay late before a pause is certain, in milliseconds.
  private static let certainAfterMs = 1000

  private struct Anchor: Equatable {
    /// First sample to which the anchor applies.
    var sample: Int
    /// Shift of the times from there on, in milliseconds, compared with the first chunk.
    var shiftMs: Int
    /// Arrival time of the anchor's first chunk, in milliseconds; nil once the pause is certain.
    var uncertainSinceMs: Int?
  }

  /// Stream time of sample 0 according to the first chunk, in milliseconds; may be negative.
  private let startMs: Int
  /// Minimum shift of the first anchor, in milliseconds.
  private let minShiftMs: Int
  private var anchors: [Anchor]

  /// Creates a timeline.
  ///
  /// - Parameters:
  ///   - count: number of samples in the first chunk.
  ///   - arrivalMs: stream time at which it arrived, in milliseconds.
  ///   - isContinued: whether the sender sent audio before, and may therefore have kept some.
  init(count: Int, arrivalMs: Int, isContinued: Bool) {
    let spokenMs = arrivalMs - count / 16
    startMs = isContinued ? spokenMs : max(0, spokenMs)
    minShiftMs = isContinued ? -Self.maxBacklogMs : 0
    anchors = [Anchor(sample: 0, shiftMs: 0, uncertainSinceMs: nil)]
  }

  /// Records a chunk.
  ///
  /// - Parameters:
  ///   - samples: its range in the stream.
  ///   - arrivalMs: stream time at which it arrived, in milliseconds.
  ///   - wasHeldUp: whether it may have waited because the sender had no credit.
  /// - Returns: a sample before which a pause is now certain; nil for none.
  @discardableResult
  mutating func record(_ samples: Range<Int>, arrivalMs: Int, wasHeldUp: Bool) -> Int? {
    guard var last = anchors.last else { return nil }
    let lateMs = arrivalMs - (startMs + samples.upperBound / 16)
    if lateMs > last.shiftMs + Self.toleranceMs {
      guard !wasHeldUp, samples.lowerBound > last.sample else { return nil }
      last = Anchor(
        sample: samples.lowerBound, shiftMs: lateMs, uncertainSinceMs: arrivalMs)
      anchors.append(last)
      if anchors.count > Self.maxAnchors { anchors.removeFirst() }
    } else if lateMs < last.shiftMs {
      // A sample cannot have been spoken after it arrived.
      let earlier = anchors.dropLast().last?.shiftMs
      last.shiftMs = max(lateMs, earlier ?? minShiftMs)
      if let earlier, last.uncertainSinceMs != nil, last.shiftMs <= earlier + Self.toleranceMs {
        anchors.removeLast()
        return nil
      }
    }
    var pause: Int?
    if let since = last.uncertainSinceMs, arrivalMs - since >= Self.certainAfterMs {
      last.uncertainSinceMs = nil
      pause = last.sample
    }
    anchors[anchors.count - 1] = last
    return pause
  }

  /// Returns whether a chunk with this end arrived later than the tolerance allows.
  func isLate(_ end: Int, arrivalMs: Int) -> Bool {
    arrivalMs - (startMs + end / 16) > (anchors.last?.shiftMs ?? 0) + Self.toleranceMs
  }

  /// Converts milliseconds of audio to the stream's time, in milliseconds.
  func ms(ofAudioMs audioMs: Int) -> Int { ms(audioMs, by: anchor(of: audioMs)) }

  /// Converts the start and end of a line in the same way. The cut at a pause may be slightly off,
  /// so as not to split a word. If a short part of a line is on the wrong side of the pause, it is
  /// treated as if it were on the right side.
  func span(fromAudioMs from: Int, toAudioMs to: Int) -> (fromMs: Int, toMs: Int) {
    var (first, last) = (anchor(of: from), anchor(of: to))
    if first != last {
      if last.sample / 16 - from <= Self.cutSlackMs {
        first = last
      } else if to - last.sample / 16 <= Self.cutSlackMs {
        last = first
      }
    }
    let fromMs = ms(from, by: first)
    return (fromMs, max(fromMs, ms(to, by: last)))
  }

  private func anchor(of audioMs: Int) -> Anchor {
    anchors.last { $0.sample <= audioMs * 16 } ?? anchors[0]
  }

  private func ms(_ audioMs: Int, by anchor: Anchor) -> Int {
    max(0, startMs + audioMs + anchor.shiftMs)
  }
}
