/// Recognised speech as subtitles, for a recording of the meeting that was made elsewhere.
///
/// Times are elapsed meeting time, so they fit a recording that started with the meeting and was
/// not paused.
public enum Subtitles {
  /// Formats subtitles in the SubRip format: numbered, with commas in the times, and the speaker
  /// before the words.
  public static func srt(_ meeting: Meeting) -> String {
    meeting.segments.enumerated().map { index, segment in
      "\(index + 1)\n\(times(segment, ","))\n\(line(segment.speaker)): \(line(segment.text))\n"
    }.joined(separator: "\n")
  }

  /// Formats subtitles as WebVTT (W3C, 2019), with the speaker as the voice of each cue.
  public static func vtt(_ meeting: Meeting) -> String {
    let cues = meeting.segments.map { segment in
      let name = escape(line(segment.speaker))
      return "\(times(segment, "."))\n<v \(name)>\(escape(line(segment.text)))\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  /// Returns the text on one line, without arrows, because players would read them as part of a
  /// timing line.
  private static func line(_ text: String) -> String {
    PlainLine.clean(text).replacing("-->", with: "→")
  }

  /// Escapes the text of a cue (WebVTT, section 4.2.2).
  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Formats the start and end of a cue. A segment without a duration is shown for a second,
  /// because players require one.
  private static func times(_ segment: Segment, _ point: String) -> String {
    let from = max(0, segment.fromMs)
    let to = segment.toMs > from ? segment.toMs : from + 1000
    return "\(time(from, point)) --> \(time(to, point))"
  }

  private static func time(_ ms: Int64, _ point: String) -> String {
    func padded(_ number: Int64, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let seconds = ms / 1000
    return [padded(seconds / 3600, 2), padded(seconds / 60 % 60, 2), padded(seconds % 60, 2)]
      .joined(separator: ":") + point + padded(ms % 1000, 3)
  }
}
