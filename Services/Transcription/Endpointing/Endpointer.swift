/// Cuts 16 kHz mono audio into utterances by its loudness above an adaptive noise floor.
///
/// A value without clock or engine: what comes out follows from the audio alone, in whatever pieces
/// it is fed. It holds at most the longest utterance, the lead-in and one frame.
struct Endpointer: Sendable {
  /// When an utterance begins and ends. Lengths are frames of 20 ms.
  struct Configuration: Sendable, Equatable {
    /// Speech has begun when this many of the last `onsetWindow` frames are voice.
    var onset = 4
    var onsetWindow = 6
    /// How much of what was before is kept: the first consonant is often too quiet to be noticed.
    var lead = 15
    /// How much silence ends an utterance, and how much of it stays.
    var hang = 25
    var tail = 10
    /// From this length a shorter silence is enough.
    var softLimit = 8 * AudioFrame.rate
    var softHang = 10
    /// An utterance never gets longer; it is cut where the last `cutWindow` is quietest.
    var limit = 14 * AudioFrame.rate
    var cutWindow = 2 * AudioFrame.rate
    /// How far from where it was asked for a cut may be, so as not to split a word.
    var cutSlack = 10
    /// How often somebody who speaks is worth a guess.
    var guessInterval = 40
  }

  enum Event: Sendable, Equatable {
    /// Somebody is speaking; this is the utterance up to now.
    case speaking(Utterance)
    /// Somebody has spoken.
    case utterance(Utterance)
  }

  /// The number of samples fed, or skipped, so far.
  var position: Int { framed + rest.count }
  let configuration: Configuration

  private var rest: [Int16] = []
  private var framed = 0
  private var noise = NoiseFloor()
  private var speaking = false
  /// The utterance that is being spoken, or the lead-in of the next.
  private var audio = Utterance(start: 0, samples: [])
  private var frames: [AudioFrame] = []
  private var cuts: [Int] = []
  private var nextGuess = 0

  init(_ configuration: Configuration = .init(), at position: Int = 0) {
    self.configuration = configuration
    framed = position
    audio.start = position
  }

  /// The number of samples held.
  var buffered: Int { audio.samples.count + rest.count }

  /// The first sample that may belong to an utterance to come.
  var start: Int { audio.start }

  mutating func feed(_ samples: [Int16]) -> [Event] { take(samples, learning: true) }

  /// Time without audio, from which nothing is to be learned about the noise in the room.
  mutating func feedSilence(_ count: Int) -> [Event] {
    take(Array(repeating: 0, count: count), learning: false)
  }

  /// Ends the utterance at a sample, passed or to come: somebody else has the floor from there.
  /// Inside a word the cut is moved to the quietest place nearby. At most 64 cuts to come are
  /// remembered.
  mutating func cut(at sample: Int) -> [Event] {
    guard sample > audio.start, cuts.count < 64, !cuts.contains(sample) else { return [] }
    cuts.append(sample)
    cuts.sort()
    return makeCuts(slack: configuration.cutSlack)
  }

  /// Ends the utterance here: what comes next is another.
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

  /// Goes on at a later sample, as if nothing had been in between. Call `flush` before.
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

  /// Ends the utterance; the silence after it that it does not keep leads in the next.
  private mutating func finish() -> Event {
    let kept = frames.count - quiet + min(configuration.tail, quiet / 2)
    // Samples of the last frame that is not whole (at a flush) stay with the utterance.
    let count = kept == frames.count ? audio.samples.count : kept * AudioFrame.length
    let utterance = Utterance(start: audio.start, samples: Array(audio.samples[..<count]))
    audio = Utterance(start: utterance.end, samples: Array(audio.samples[count...]))
    frames.removeFirst(kept)
    speaking = false
    drop(frames.count - configuration.lead)
    return .utterance(utterance)
  }

  /// Ends the utterance before a frame; what comes after it is the beginning of the next.
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

  /// - Parameter slack: how many frames after a cut must be there before it is made.
  private mutating func makeCuts(slack: Int) -> [Event] {
    var events: [Event] = []
    while let cut = cuts.first, framed >= cut + slack * AudioFrame.length {
      cuts.removeFirst()
      let frame = (cut - audio.start) / AudioFrame.length
      guard frames.indices.contains(frame) else { continue }
      if speaking {
        events += split(at: place(near: frame))
      } else {
        // The lead-in of what the next speaker says does not reach back to the one before.
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
