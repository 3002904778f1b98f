import Bus
import FocusAPI
import Foundation

/// Runs a focus view: passes events, keys and replies to it, and performs its effects.
struct FocusRunner: Sendable {
  var context: CommandContext
  var connection: Connection
  /// Delay before a lost subscription is renewed.
  var retry: Duration = .milliseconds(500)

  /// Shows a session until it stops or the viewer leaves.
  func run(_ focus: Focus) async throws -> FocusView.Outcome {
    let topics = [FocusTick.type, FocusStopped.type, FocusItemRecorded.type].map {
      Topic.type($0, subject: focus.person)
    }
    let notices = try await connection.events.subscribe(topics)
    let (events, sender) = AsyncStream<FocusView.Event>.makeStream()
    // Read the state after the subscription is active, so that no event in between is missed.
    sender.yield(.notice(.gap))
    let terminal = context.globals.isJSON ? nil : try context.openTerminal()
    defer { terminal?.restore() }
    var tasks = [
      Task { await read(notices, topics, sender) },
      Task { await readInputs(terminal, sender) },
    ]
    defer { for task in tasks { task.cancel() } }

    var view = FocusView(focus)
    var painter = ScreenPainter()
    defer { terminal?.write(painter.clear()) }
    func draw() {
      guard let terminal else { return }
      let panel = view.panel(width: terminal.size.columns, ink: context.console.ink)
      terminal.write(painter.paint([], panel: panel, size: terminal.size))
    }
    draw()
    for await event in events {
      if case .notice(.event(let event)) = event, context.globals.isJSON {
        try context.printJSON(event)
      }
      if case .continued = event { painter.forget() }
      for effect in view.reduce(event) {
        switch effect {
        case .end(let outcome): return outcome
        case .tick:
          if terminal == nil, !context.globals.isJSON {
            try context.console.print(["\(view.left) left"])
          }
        case .stop, .reread:
          tasks.append(Task { await perform(effect, focus.person, sender) })
        }
      }
      draw()
    }
    return FocusView.Outcome(outcome: .left)
  }

  private func perform(
    _ effect: FocusView.Effect, _ person: String,
    _ sender: AsyncStream<FocusView.Event>.Continuation
  ) async {
    do {
      if effect == .stop {
        sender.yield(.stopped(try await connection.send(StopFocus(person: person))))
      } else {
        let focus = try await connection.send(GetFocus(person: person))
        let newest =
          focus.isRunning
          ? nil
          : try await connection.send(ListFocusItems(person: person, limit: 1)).items.first
        sender.yield(.reread(focus, newest: newest))
      }
    } catch is CancellationError {
      // The view was closed.
    } catch {
      sender.yield(.failed(Failure(error)))
    }
  }

  private func read(
    _ first: AsyncThrowingStream<EventNotice, any Error>, _ topics: [String],
    _ sender: AsyncStream<FocusView.Event>.Continuation
  ) async {
    var notices = first
    while !Task.isCancelled {
      do {
        for try await notice in notices { sender.yield(.notice(notice)) }
        if Task.isCancelled { return }
      } catch {
        sender.yield(.failed(Failure(error)))
      }
      do {
        try await Task.sleep(for: retry)
        notices = try await connection.events.subscribe(topics)
        sender.yield(.notice(.gap))
      } catch is CancellationError {
        return
      } catch {
        sender.yield(.failed(Failure(error)))
      }
    }
  }

  private func readInputs(
    _ terminal: (any Terminal)?, _ sender: AsyncStream<FocusView.Event>.Continuation
  ) async {
    guard let terminal else {
      for await _ in context.interruptions() { sender.yield(.interrupted) }
      return
    }
    for await input in terminal.inputs {
      switch input {
      case .key(let key): sender.yield(.key(key))
      case .interrupted: sender.yield(.interrupted)
      case .redraw: sender.yield(.redraw)
      case .continued: sender.yield(.continued)
      }
    }
  }
}
