/// Divides 16 kHz mono audio into utterances by its loudness above an adaptive noise floor.
///
/// A value without a clock or an engine: its output depends on the audio alone, regardless of the
/// pieces in which it arrives. It holds at most the longest utterance, the lead-in and one frame.
struct Endpointer: Sendable {
  /// The limits of an utterance. Lengths are in frames of 20 ms.
  struct Configuration: Sendable, Equatable {
    /// Speech begins when this many of the last `onsetWindow` frames are voice.
    var onset = 4
    var onsetWindow = 6
    /// Length of the audio before speech that is kept, because the first consonant is often too
    /// quiet to be detected.
    var lead = 15
    /// Length of the silence that ends an utterance, and of the part of it that is kept.
    var hang = 25
    var tail = 10
    /// Length of an utterance above which a shorter silence, `softHang`, ends it.
    var softLimit = 8 * AudioFrame.rate
    var softHang = 10
    /// Maximum length of an utterance; it is cut at the quietest frame of its last `cutWindow`.
    var limit = 14 * AudioFrame.rate
    var cutWindow = 2 * AudioFrame.rate
    /// Maximum distance of a cut from the requested place, so that no word is split.
    var cutSlack = 10
    /// Interval between partial results during speech.
    var guessInterval = 40
  }

  enum Event: Sendable, Equatable {
    /// Speech is in progress; the utterance up to now.
    case speaking(Utterance)
    /// An utterance has ended.
    case utterance(Utterance)
  }

  /// Number of samples that were fed or skipped.
  var position: Int { framed + rest.count }
  let configuration: Configuration

  private var rest: [Int16] = []
  private var framed = 0
  private var noise = NoiseFloor()
  private var speaking = false
  /// The current utterance, or the lead-in of the next one.
  private var audio = Utterance(start: 0, samples: [])
  private var frames: [AudioFrame] = []
  private var cuts: [Int] = []
  private var nextGuess = 0

  init(_ configuration: Configuration = .init(), at position: Int = 0) {
    self.configuration = configuration
    framed = position
    audio.start = position
  }

  /// Number of samples that are held.
  var buffered: Int { audio.samples.count + rest.count }

  /// Position of the first sample that may belong to a future utterance.
  var start: Int { audio.start }

  mutating func feed(_ samples: [Int16]) -> [Event] { take(samples, learning: true) }

  /// Feeds time without audio, which does not affect the estimate of the noise.
  mutating func feedSilence(_ count: Int) -> [Event] {
    take(Array(repeating: 0, count: count), learning: false)
  }

  /// Ends the utterance at a sample, in the past or in the future, because another speaker has the
  /// floor from there. Within a word, the cut is moved to the quietest place nearby. At most 64
  /// future cuts are kept.
  mutating func cut(at sample: Int) -> [Event] {
    guard sample > audio.start, cuts.count < 64, !cuts.contains(sample) else { return [] }
    cuts.append(sample)
    cuts.sort()
    return makeCuts(slack: configuration.cutSlack)
  }

  /// Ends the utterance here; later audio belongs to another one.
  mutating func flush() -> [Event] {
    var events = makeCuts(slack: 0)
    if speaking {
      audio.samples += rest
      framed += rest.count
      rest = []
      events.append(finish())
    }
    start(at: position)
    return events
  }

  /// Continues at a later sample, as if there were no gap. Call `flush` first.
  mutating func skip(to sample: Int) {
    start(at: max(sample, position))
    cuts.removeAll { $0 <= sample }
  }

  private mutating func start(at sample: Int) {
    framed = sample
    rest = []
    audio = Utterance(start: sample, samples: [])
    frames = []
    speaking = false
  }

  private mutating func take(_ samples: [Int16], learning: Bool) -> [Event] {
    var events: [Event] = []
    let input = rest + samples
    var index = 0
    while input.count - index >= AudioFrame.length {
      let end = index + AudioFrame.length
      events += step(input[index..<end], learning: learning)
      index = end
    }
    rest = Array(input[index...])
    return events
  }

  private mutating func step(_ samples: ArraySlice<Int16>, learning: Bool) -> [Event] {
    let level = AudioFrame.level(samples)
    if learning { noise.learn(level, speaking: speaking) }
    audio.samples += samples
    framed += samples.count
    frames.append(AudioFrame(level: level, isVoice: noise.isVoice(level)))

    var events = makeCuts(slack: configuration.cutSlack)
    if !speaking {
      drop(frames.count - configuration.lead)
      let voiced = frames.suffix(configuration.onsetWindow).count { $0.isVoice }
      if voiced >= configuration.onset { begin() }
    } else if hasEnded {
      events.append(finish())
    } else if frames.count >= configuration.limit {
      let window = frames.indices.suffix(configuration.cutWindow)
      events += split(at: window.min { frames[$0].level < frames[$1].level } ?? frames.count)
    } else if frames.count >= nextGuess {
      nextGuess = frames.count + configuration.guessInterval
      events.append(.speaking(audio))
    }
    return events
  }

  private mutating func begin() {
    speaking = true
    nextGuess = configuration.guessInterval
  }

  private var quiet: Int { frames.reversed().prefix { !$0.isVoice }.count }

  private var hasEnded: Bool {
    let long = frames.count > configuration.softLimit
    return quiet >= (long ? configuration.softHang : configuration.hang)
  }

  /// Ends the utterance. The silence after it that it does not keep becomes the lead-in of the next
  /// one.
  private mutating func finish() -> Event {
    let kept = frames.count - quiet + min(configuration.tail, quiet / 2)
    // After a flush, the samples of an incomplete last frame stay with the utterance.
    let count = kept == frames.count ? audio.samples.count : kept * AudioFrame.length
    let utterance = Utterance(start: audio.start, samples: Array(audio.samples[..<count]))
    audio = Utterance(start: utterance.end, samples: Array(audio.samples[count...]))
    frames.removeFirst(kept)
    speaking = false
    drop(frames.count - configuration.lead)
    return .utterance(utterance)
  }

  /// Ends the utterance before a frame; the frames after it begin the next one.
  private mutating func split(at frame: Int) -> [Event] {
    let head = frames[..<frame]
    let utterance = Utterance(
      start: audio.start, samples: Array(audio.samples[..<(frame * AudioFrame.length)]))
    drop(frame)
    nextGuess = configuration.guessInterval
    if !frames.contains(where: \.isVoice) {
      speaking = false
      drop(frames.count - configuration.lead)
    }
    return head.contains(where: \.isVoice) ? [.utterance(utterance)] : []
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    frames.removeFirst(count)
    audio.samples.removeFirst(count * AudioFrame.length)
    audio.start += count * AudioFrame.length
  }

  /// Makes the cuts that are due.
  ///
  /// - Parameter slack: number of frames after a cut that must exist before it is made.
  private mutating func makeCuts(slack: Int) -> [Event] {
    var events: [Event] = []
    while let cut = cuts.first, framed >= cut + slack * AudioFrame.length {
      cuts.removeFirst()
      let frame = (cut - audio.start) / AudioFrame.length
      guard frames.indices.contains(frame) else { continue }
      if speaking {
        events += split(at: place(near: frame))
      } else {
        // The lead-in of the next speaker must not include the audio of the previous one.
        let voiced = frames[..<frame].contains(where: \.isVoice)
        if !voiced { drop(frame) }
      }
    }
    return events
  }

  private func place(near frame: Int) -> Int {
    guard frames[frame].isVoice else { return frame }
    let slack = configuration.cutSlack
    let range = max(0, frame - slack)..<min(frames.count, frame + slack + 1)
    return range.min {
      (frames[$0].level, abs($0 - frame)) < (frames[$1].level, abs($1 - frame))
    } ?? frame
  }
}
