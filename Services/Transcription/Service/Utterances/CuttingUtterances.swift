/// Cuts where the sender of the audio paused.
extension Endpointer {
  /// Ends the utterance at a sample, in the past or in the future, because it does not continue there.
  /// Within a word, the cut is moved to the quietest place nearby. At most 64
  /// future cuts are kept.
  mutating func cut(at sample: Int) -> [Event] {
    guard sample > audio.start, cuts.count < 64, !cuts.contains(sample) else { return [] }
    cuts.append(sample)
    cuts.sort()
    return makeCuts(slack: configuration.cutSlack)
  }

  /// Makes the cuts that are due.
  ///
  /// - Parameter slack: number of frames after a cut that must exist before it is made.
  mutating func makeCuts(slack: Int) -> [Event] {
    var events: [Event] = []
    while let cut = cuts.first, framed >= cut + slack * AudioFrame.length {
      cuts.removeFirst()
      let frame = (cut - audio.start) / AudioFrame.length
      guard frames.indices.contains(frame) else { continue }
      if speaking {
        events += split(at: place(near: frame))
      } else {
        // The lead-in of the next utterance must not include audio from before the pause.
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
