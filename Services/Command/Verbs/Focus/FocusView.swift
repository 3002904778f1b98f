import Bus
import FocusAPI
import TimerAPI

/// A focus that runs, as it is shown: a value that events change, and that draws itself.
struct FocusView: Hashable, Sendable {
  /// What a view leaves behind.
  struct Outcome: Codable, Hashable, Sendable {
    enum Word: String, Codable {
      /// The time was up.
      case finished
      case stopped
      /// The viewer left; the focus goes on.
      case left
    }
    var outcome: Word
    var item: FocusItem?
  }

  /// What happened.
  enum Event: Sendable {
    case notice(EventNotice)
    case key(Key)
    /// The viewer's program was told to stop.
    case interrupted
    /// The terminal changed; only the drawing is new.
    case redraw
    /// The program was stopped for a while: the panel is drawn below what came since.
    case continued
    /// The state was read again; with the newest item if nothing runs.
    case reread(Focus, newest: FocusItem?)
    case stopped(StopFocus.Reply)
    case failed(Failure)
  }

  /// What the shell has to do.
  enum Effect: Hashable, Sendable {
    case stop
    case reread
    /// A second passed.
    case tick
    case end(Outcome)
  }

  var focus: Focus
  /// A sentence about the last thing that did not work.
  var notice: String?
  /// Whether the stop is on its way, so that a key pressed twice stops once.
  var isStopping = false
  /// How it stopped, while what was done is awaited.
  var ended: Outcome.Word?

  init(_ focus: Focus) { self.focus = focus }

  mutating func reduce(_ event: Event) -> [Effect] {
    switch event {
    case .notice(.event(let event)): return reduce(event)
    case .notice(.gap): return [.reread]
    case .notice(.beat), .redraw: return []
    case .continued: return [.reread]
    case .interrupted, .key(.interrupt), .key(.character("q")):
      return [.end(Outcome(outcome: .left))]
    case .key(.character("s")):
      guard !isStopping else { return [] }
      isStopping = true
      return [.stop]
    case .key: return []
    case .reread(let focus, let newest):
      guard !focus.isRunning else {
        self.focus = focus
        return []
      }
      // It stopped while nobody listened. Something else may have been done before it.
      return [.end(outcome(newest.flatMap { $0.title == self.focus.title ? $0 : nil }))]
    case .stopped(let reply): return [.end(outcome(reply.item))]
    case .failed(let failure):
      isStopping = false
      notice = failure.message
      // What was refused was refused because things are not as they look here.
      return failure.code == "conflict" ? [.reread] : []
    }
  }

  private func outcome(_ item: FocusItem?) -> Outcome {
    let isWhole = item.map { $0.seconds * 1000 > focus.durationMs - 1000 } ?? false
    return Outcome(outcome: ended ?? (isWhole ? .finished : .stopped), item: item)
  }

  private mutating func reduce(_ event: CloudEvent) -> [Effect] {
    do {
      switch event.type {
      case FocusEvents.tick:
        focus.elapsedMs = try event.data.decode(as: TickData.self).elapsedMs
        return [.tick]
      case FocusStopped.type:
        let stopped = try event.data.decode(as: FocusStopped.self)
        ended = stopped.cause == .timeUp ? .finished : .stopped
        // What was done comes next.
        return stopped.elapsedMs < 1000 ? [.end(outcome(nil))] : []
      case FocusItemRecorded.type:
        return [.end(outcome(try event.data.decode(as: FocusItemRecorded.self).item))]
      default: return []
      }
    } catch {
      notice = EventTypes.unreadableNotice(event.type)
      return [.reread]
    }
  }

  // MARK: Drawing

  /// How much time is left, rounded up so that it reaches 0 with the end.
  var left: String { DurationText.clock(max(0, focus.durationMs - focus.elapsedMs) + 999) }

  /// The panel that is redrawn in place: no row is wider than the terminal.
  func panel(width: Int, ink: Ink) -> [String] {
    let width = max(20, width - 1)
    let times = " \(left) left"
    let room = max(4, width - DisplayText.width(times))
    let share = Double(focus.elapsedMs) / Double(max(1, focus.durationMs))
    let full = min(room, max(0, Int((share * Double(room)).rounded())))
    var rows = [
      ink.bold(DisplayText.truncate(DisplayText.safe(focus.title), to: width)),
      String(repeating: "█", count: full)
        + ink.dim(String(repeating: "░", count: room - full)) + times,
    ]
    if let notice {
      rows += DisplayText.wrap(DisplayText.safe(notice), width: width).prefix(2).map(ink.red)
    }
    let keys = isStopping ? "…" : "[s] stop  [q] leave it running"
    rows.append(ink.dim(DisplayText.truncate(keys, to: width)))
    return rows
  }
}
