import Bus
import Cells
import Documents
import Following
import Foundation
import RouterAPI

/// Follows the events that a command-line filter selects.
typealias EventFollower = Following.EventFollower<EventFilter>

extension Connection {
  /// The connection to the installation that publishes the events of a filter; this one without a
  /// standup or a meeting.
  func having(_ filter: EventFilter) async throws -> Connection {
    guard let id = filter.standup?.rawValue ?? filter.meeting?.rawValue else { return self }
    return try await at(Slot(of: id))
  }
}

/// Runs an `EventFollower`: passes it inputs and performs its effects.
struct EventWatch: Sendable {
  var connection: Connection
  var context: CommandContext
  /// Number of events after which the watch ends; nil for no limit.
  var limit: Int?
  /// True to continue with new events after the backlog.
  var follows: Bool
  /// The output format; nil for the default line.
  var template: EventTemplate?
  /// Pauses before a retry.
  var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(500)) }

  private enum Input: Sendable {
    case notice(EventNotice)
    case page(EventReplay.Reply)
    case heads(JournalRange)
    case refused
    case waits(Failure)
    case failed(any Error)
  }

  /// Prints events until the limit, the end of the backlog or an interruption.
  func run(_ follower: EventFollower) async throws {
    let watching = Task { try await watch(follower) }
    let interruptions = context.interruptions()
    let stopping = Task {
      for await _ in interruptions { return watching.cancel() }
    }
    defer { stopping.cancel() }
    do {
      try await watching.value
    } catch is CancellationError {
      // An interruption is the normal end of a watch.
    }
  }

  private func watch(_ first: EventFollower) async throws {
    var follower = first
    let (inputs, sender) = AsyncStream.makeStream(of: Input.self)
    let questions = AsyncStream.makeStream(of: EventFollower.Effect.self)
    let asking = Task {
      // Sequential: the follower has at most one pending query.
      for await question in questions.stream { await ask(question, sender) }
    }
    var reading: Task<Void, Never>?
    if follows {
      let prefixes = follower.filter.prefixes
      let notices = try await connection.events.subscribe(prefixes)
      reading = Task { await read(notices, prefixes, sender) }
    }
    defer {
      asking.cancel()
      reading?.cancel()
    }
    var left = limit
    var isWaiting = false
    /// Performs effects.
    ///
    /// - Returns: true if the watch has ended.
    func perform(_ effects: [EventFollower.Effect]) throws -> Bool {
      for effect in effects {
        switch effect {
        case .print(let event):
          try context.show(event) {
            try [template?.line(event) ?? EventLine(event, context.page).text]
          }
          left = left.map { $0 - 1 }
          if left == 0 { return true }
        case .replay, .heads: questions.continuation.yield(effect)
        case .lost(let loss): note(loss.code, loss.sentence)
        case .caughtUp: if !follows { return true }
        }
      }
      return false
    }
    if try perform(follower.start()) { return }
    for await input in inputs {
      var effects: [EventFollower.Effect] = []
      switch input {
      case .notice(.event(let event)): effects = follower.received(event)
      case .notice(.beat(let head)): effects = follower.beat(head)
      case .notice(.gap): effects = follower.reconnected()
      case .page(let page): effects = follower.page(page)
      case .heads(let heads): effects = follower.heads(heads)
      case .refused: effects = follower.refused()
      case .waits(let failure):
        if !isWaiting {
          note(failure.code, "\(failure.message) Missed events are printed after reconnecting.")
        }
        isWaiting = true
        continue
      case .failed(let error): throw error
      }
      if case .notice = input {} else { isWaiting = false }
      if try perform(effects) { return }
    }
    try Task.checkCancellation()
  }

  /// Retries a query until it succeeds. No events are lost while it waits, because the journal
  /// stores them.
  private func ask(
    _ question: EventFollower.Effect, _ sender: AsyncStream<Input>.Continuation
  ) async {
    while !Task.isCancelled {
      do {
        switch question {
        case .replay(let replay): sender.yield(.page(try await connection.send(replay)))
        case .heads: sender.yield(.heads(try await connection.send(EventHeads())))
        case .print, .lost, .caughtUp: break
        }
        return
      } catch let error as BusError where error.code == .compacted {
        sender.yield(.refused)
        return
      } catch let error as BusError where error.retryable || error.code == .expired {
        if !follows {
          sender.yield(.failed(error))
          return
        }
        sender.yield(.waits(Failure(error)))
      } catch {
        if !Task.isCancelled { sender.yield(.failed(error)) }
        return
      }
      do { try await pause() } catch { return }
    }
  }

  /// Reads the subscription and subscribes again if it is lost.
  private func read(
    _ first: AsyncThrowingStream<EventNotice, any Error>, _ prefixes: [String],
    _ sender: AsyncStream<Input>.Continuation
  ) async {
    var notices = first
    while !Task.isCancelled {
      do {
        for try await notice in notices { sender.yield(.notice(notice)) }
        try Task.checkCancellation()
        try await pause()
        notices = try await connection.events.subscribe(prefixes)
        sender.yield(.notice(.gap))
      } catch is CancellationError {
        return
      } catch let error as BusError where error.retryable {
        sender.yield(.waits(Failure(error)))
        // An empty stream, so that the next iteration subscribes again.
        notices = AsyncThrowingStream { $0.finish() }
      } catch {
        sender.yield(.failed(error))
        return
      }
    }
  }

  /// Prints a notice on standard error: a sentence, or an object with `--json`.
  private func note(_ code: String, _ sentence: String) {
    let text = DisplayText.safe(sentence)
    guard context.globals.isJSON,
      let data = try? BusJSON.encode(["notice": ["code": code, "message": text]])
    else { return context.console.note(text) }
    context.console.note(String(decoding: data, as: UTF8.self))
  }
}

extension EventLoss {
  /// Stable error code, for programs.
  var code: String {
    switch self {
    case .compacted: "compacted"
    case .journal: "epoch"
    }
  }

  /// The missing events, and how to continue.
  var sentence: String {
    switch self {
    case .compacted(let first, let last):
      "Events \(first) to \(last) are missing, because the journal no longer contains them."
        + " “standups events snapshot” prints the current state."
    case .journal(let before, let position, let now, _, let head):
      "The journal is new or was restored from a backup: its epoch changed from \(before) to \(now)."
        + " Events of the old journal were printed up to \(position); events of the new one are printed"
        + " after \(head). “standups events replay --since 0” prints its earlier events."
    }
  }
}
