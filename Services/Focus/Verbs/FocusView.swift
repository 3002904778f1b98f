import Bus
import FocusAPI
import TimerAPI

/// State of the view of a running session. It is a value that events change and that renders
/// itself.
struct FocusView: Hashable, Sendable {
  /// The result of a view.
  struct Outcome: Codable, Hashable, Sendable {
    enum Word: String, Codable {
      /// The session ended because its time was up.
      case finished
      case stopped
      /// The viewer left; the session continues.
      case left
    }
    var outcome: Word
    var item: FocusItem?
  }

  /// An input of the view.
  enum Event: Sendable {
    case notice(EventNotice)
    case key(Key)
    /// The program was asked to stop.
    case interrupted
    /// The terminal changed, so the view must be redrawn.
    case redraw
    /// The program was suspended and has resumed, so the panel is drawn below any other output.
    case continued
    /// The state was read again, with the newest item if no session is running.
    case reread(Focus, newest: FocusItem?)
    case stopped(StopFocus.Reply)
    case failed(Failure)
  }

  /// An action for the runner.
  enum Effect: Hashable, Sendable {
    case stop
    case reread
    /// A second has passed.
    case tick
    case end(Outcome)
  }

  var focus: Focus
  /// The message of the last failure.
  var notice: String?
  /// True while the stop command is in flight, so that pressing the key twice stops the session
  /// only once.
  var isStopping = false
  /// Ending of the session, set while its item is still awaited.
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
      // The session ended while the view was disconnected, so the newest item may belong to an
      // earlier session.
      return [.end(outcome(newest.flatMap { $0.title == self.focus.title ? $0 : nil }))]
    case .stopped(let reply): return [.end(outcome(reply.item))]
    case .failed(let failure):
      isStopping = false
      notice = failure.message
      // The command was rejected because the view is out of date.
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
      case FocusTick.type:
        focus.elapsedMs = try event.data.decode(as: TickData.self).elapsedMs
        return [.tick]
      case FocusStopped.type:
        let stopped = try event.data.decode(as: FocusStopped.self)
        ended = stopped.cause == .timeUp ? .finished : .stopped
        // The event with the recorded item follows, unless the session was too short for one.
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

  // MARK: Rendering

  /// The remaining time, rounded up so that it reaches 0 at the end.
  var left: String { DurationText.clock(max(0, focus.durationMs - focus.elapsedMs) + 999) }

  /// The panel, which is redrawn in place. No row is wider than the terminal.
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
