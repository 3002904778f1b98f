/// Ends utterances after silence, at their maximum length, or at a cut.
extension Endpointer {
  /// Number of frames without voice at the end.
  private var quiet: Int { frames.reversed().prefix { !$0.isVoice }.count }

  var hasEnded: Bool {
    let long = frames.count > configuration.softLimit
    return quiet >= (long ? configuration.softHang : configuration.hang)
  }

  /// Ends the utterance. Silence at its end that it does not keep becomes the lead-in of the next
  /// one.
  mutating func finish() -> Event {
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
  mutating func split(at frame: Int) -> [Event] {
    let head = frames[..<frame]
    let utterance = Utterance(
      start: audio.start, samples: Array(audio.samples[..<(frame * AudioFrame.length)]))
    drop(frame)
    nextPartial = configuration.partialInterval
    if !frames.contains(where: \.isVoice) {
      speaking = false
      drop(frames.count - configuration.lead)
    }
    return head.contains(where: \.isVoice) ? [.utterance(utterance)] : []
  }

  /// Removes frames from the beginning.
  mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    frames.removeFirst(count)
    audio.samples.removeFirst(count * AudioFrame.length)
    audio.start += count * AudioFrame.length
  }
}
