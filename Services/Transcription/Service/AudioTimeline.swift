/// When the audio of a stream was spoken, by the stream's clock.
///
/// A sender that says when its audio was spoken is believed. Of any other, the moment at which the first
/// chunk has come is the moment at which its last sample was spoken; from there the sender's offsets tell the time, so that the network's delays do not. A sender that
/// stops for a while and goes on with contiguous offsets comes later than its offsets say: from there
/// the times are shifted. Audio that only came late, because it waited on the way, is followed by more
/// that comes faster than it is spoken, and the shift is taken back before a line is made of it.
struct AudioTimeline: Sendable, Equatable {
  /// How much later than expected audio may come before it is taken for a pause, in milliseconds.
  static let toleranceMs = 1000
  /// How long audio may have waited with its sender before a stream began, in milliseconds.
  static let longestBacklogMs = 10_000
  /// How many pauses are remembered: the lines of earlier ones are long known.
  private static let maxAnchors = 64
  /// How far from a pause the cut at it may be, in milliseconds.
  private static let cutSlackMs = 300
  /// How long audio has to go on coming late before a pause is certain, in milliseconds.
  private static let certainAfterMs = 1000

  private struct Anchor: Equatable {
    /// From this sample on,
    var sample: Int
    /// times are later than the first chunk promised, in milliseconds.
    var shiftMs: Int
    /// When its first chunk came; nil once it is certain.
    var doubtedSinceMs: Int?
  }

  /// The stream's time of sample 0 as the first chunk tells it; it may lie before the stream's 0.
  private let startMs: Int
  /// How far the first anchor may be moved back.
  private let lowestShiftMs: Int
  private var anchors: [Anchor]

  /// - Parameters:
  ///   - count: the samples of the first chunk.
  ///   - arrivalMs: the stream's time at which it came.
  ///   - isContinued: whether its sender had sent before, and so may have kept audio that waits.
  init(count: Int, arrivalMs: Int, isContinued: Bool) {
    let spokenMs = arrivalMs - count / 16
    startMs = isContinued ? spokenMs : max(0, spokenMs)
    lowestShiftMs = isContinued ? -Self.longestBacklogMs : 0
    anchors = [Anchor(sample: 0, shiftMs: 0, doubtedSinceMs: nil)]
  }

  /// Takes note of a chunk.
  ///
  /// - Parameters:
  ///   - samples: its place in the stream.
  ///   - arrivalMs: the stream's time at which it came.
  ///   - wasHeldUp: whether it may have waited because the sender had no credit.
  /// - Returns: a sample before which there was a pause that is certain now.
  @discardableResult
  mutating func heard(_ samples: Range<Int>, arrivalMs: Int, wasHeldUp: Bool) -> Int? {
    guard var last = anchors.last else { return nil }
    let lateMs = arrivalMs - (startMs + samples.upperBound / 16)
    if lateMs > last.shiftMs + Self.toleranceMs {
      guard !wasHeldUp, samples.lowerBound > last.sample else { return nil }
      last = Anchor(
        sample: samples.lowerBound, shiftMs: lateMs, doubtedSinceMs: arrivalMs)
      anchors.append(last)
      if anchors.count > Self.maxAnchors { anchors.removeFirst() }
    } else if lateMs < last.shiftMs {
      // Nothing can be spoken after it came.
      let earlier = anchors.dropLast().last?.shiftMs
      last.shiftMs = max(lateMs, earlier ?? lowestShiftMs)
      if let earlier, last.doubtedSinceMs != nil, last.shiftMs <= earlier + Self.toleranceMs {
        anchors.removeLast()
        return nil
      }
    }
    var pause: Int?
    if let since = last.doubtedSinceMs, arrivalMs - since >= Self.certainAfterMs {
      last.doubtedSinceMs = nil
      pause = last.sample
    }
    anchors[anchors.count - 1] = last
    return pause
  }

  /// How much later than the tolerance a chunk comes that ends here.
  func isLate(_ end: Int, arrivalMs: Int) -> Bool {
    arrivalMs - (startMs + end / 16) > (anchors.last?.shiftMs ?? 0) + Self.toleranceMs
  }

  /// The stream's time, in milliseconds, of a moment that is counted in milliseconds of audio.
  func ms(ofAudioMs audioMs: Int) -> Int { ms(audioMs, by: anchor(of: audioMs)) }

  /// The same of a line. The cut at a pause may be a little off, so as not to split a word: that much of
  /// a line on the other side of the pause belongs to this one.
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
