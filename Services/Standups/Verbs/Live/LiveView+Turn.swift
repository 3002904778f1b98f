import Standups

/// The times of the current turn.
struct Turn: Hashable, Sendable {
  var lengthMs: Int64
  /// End of the turn, in milliseconds of meeting time.
  var endMs: Int64
  var leftMs: Int64
  /// True if the turn is about to end: after its warning or, without a warning, in its last
  /// fifth.
  var isEnding: Bool

  init(_ view: LiveView) {
    let schedule = view.schedule
    endMs = schedule.start(of: view.speaker + 1)
    lengthMs = max(1, endMs - schedule.start(of: view.speaker))
    leftMs = max(0, endMs - view.elapsedMs)
    isEnding = leftMs <= view.standup.warns(ofTurn: lengthMs) ?? lengthMs / 5
  }

  /// Elapsed share of the turn, from 0 to 1.
  var share: Double { min(1, max(0, 1 - Double(leftMs) / Double(lengthMs))) }
}

extension LiveView {
  /// Minimum size of a terminal for which the time is shown in large digits.
  private static let roomy = (columns: 36, rows: 16)

  /// The remaining time of the turn, as large as space permits, with the speaker and a progress
  /// bar.
  func turnRows(width: Int, height: Int, ink: Ink) -> [String] {
    let turn = Turn(self)
    let time =
      overrunMs.map { "+" + DurationText.clock($0) } ?? DurationText.clock(turn.leftMs + 999)
    let big = BigDigits.lines(time)
    let digits = DisplayText.width(big[0])
    var rows: [String]
    if width >= max(Self.roomy.columns, digits + 16), height >= Self.roomy.rows {
      let beside = [name, place, following].map {
        DisplayText.truncate($0, to: width - digits - 3)
      }
      rows = zip(big, [ink.bold(beside[0]), beside[1], ink.dim(beside[2])]).map {
        paint($0, turn, ink) + "   " + $1
      }
    } else {
      let room = width - DisplayText.width(time) - 2
      rows = [
        ink.bold(paint(time, turn, ink)) + "  " + who(room),
        ink.dim(DisplayText.truncate(following, to: width)),
      ]
    }
    return rows + [bar(turn, width, ink)]
  }

  private var name: String { DisplayText.safe(current?.displayName ?? "Someone") }
  private var place: String { "speaker \(speaker + 1) of \(turnCount)" }
  private var following: String {
    next.map { "Next: \(DisplayText.safe($0.displayName))" } ?? "No more speakers"
  }

  /// Returns the name and, if there is room for it, the position.
  private func who(_ room: Int) -> String {
    let whole = "\(name), \(place)"
    return DisplayText.width(whole) <= room ? whole : DisplayText.truncate(name, to: room)
  }

  /// The progress bar. It always spans the width of the terminal, so that its size stays the same
  /// while the meeting is paused.
  private func bar(_ turn: Turn, _ width: Int, _ ink: Ink) -> String {
    let full = min(width, max(0, Int((turn.share * Double(width)).rounded())))
    let done = String(repeating: "█", count: full)
    return (turn.isEnding ? paint(done, turn, ink) : ink.tinted(standup.theme, done))
      + ink.dim(String(repeating: "░", count: width - full))
  }

  private func paint(_ text: String, _ turn: Turn, _ ink: Ink) -> String {
    turn.isEnding ? ink.yellow(text) : text
  }
}
