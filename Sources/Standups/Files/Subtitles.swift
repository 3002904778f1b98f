/// What was said, line by line with its time, as subtitles: for a recording of the meeting that somebody else made.
///
/// Times are elapsed meeting time: a recording that began with the meeting and was not paused fits.
public enum Subtitles {
  /// As SubRip files are written: numbered, with commas in the times, and the speaker before the words.
  public static func srt(_ meeting: Meeting) -> String {
    meeting.segments.enumerated().map { index, segment in
      "\(index + 1)\n\(times(segment, ","))\n\(line(segment.speaker)): \(line(segment.text))\n"
    }.joined(separator: "\n")
  }

  /// As WebVTT (W3C, 2019), with the speaker as the voice of each cue.
  public static func vtt(_ meeting: Meeting) -> String {
    let cues = meeting.segments.map { segment in
      let name = escape(line(segment.speaker))
      return "\(times(segment, "."))\n<v \(name)>\(escape(line(segment.text)))\n"
    }
    return (["WEBVTT\n"] + cues).joined(separator: "\n")
  }

  /// An arrow would be taken for another line of times.
  private static func line(_ text: String) -> String {
    PlainLine.clean(text).replacing("-->", with: "→")
  }

  /// WebVTT, section 4.2.2: text of a cue.
  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Both times; what has no length is shown for a second, as players want it.
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
