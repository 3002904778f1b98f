import Bus
import Documents
import Foundation
import RouterAPI

/// All pages of a command's trace.
struct WholeTrace: Codable, Hashable, Sendable {
  var correlation: String
  var messages: [TracedMessage]
  var events: [TracedEvent]
  var memory: TraceMemory
  var isJournalRead: Bool
  /// True if no part of the trace is known to be missing.
  var isComplete: Bool

  /// Reads a trace page by page.
  static func read(_ id: String, _ connection: Connection) async throws -> WholeTrace {
    var page = try await connection.send(GetTrace(id: id))
    var trace = WholeTrace(page)
    while let next = page.next {
      page = try await connection.send(GetTrace(id: trace.correlation, after: next))
      trace.messages += page.messages
      trace.events += page.events
      trace.isJournalRead = trace.isJournalRead && page.isJournalRead
    }
    trace.isComplete = trace.isJournalRead && trace.missing.isEmpty
    return trace
  }

  init(_ page: GetTrace.Reply) {
    correlation = page.correlation
    messages = page.messages
    events = page.events
    memory = page.memory
    isJournalRead = page.isJournalRead
    isComplete = false
  }

  /// Ids that are named as causes but missing from the trace.
  var missing: Set<String> {
    var causes = Set(messages.compactMap(\.cause) + events.compactMap(\.cause))
    if !messages.contains(where: { $0.cause == nil }) { causes.insert(correlation) }
    return causes.subtracting(messages.map(\.id))
  }

  /// Sentences about the missing parts and the reasons.
  var remarks: [String] {
    var remarks: [String] = []
    if !missing.isEmpty {
      remarks.append(
        memory.capacity == 0
          ? "Message tracing is off (STANDUPS_TRACE_MESSAGES is 0): only events are shown."
          : "Part of this trace is missing: the router has only the last"
            + " \(DisplayText.count(memory.messages, "message")), recorded since"
            + " \(Timestamp.format(memory.since)).")
    }
    if !isJournalRead { remarks.append("Events are missing: the journal could not be read.") }
    return remarks
  }
}
