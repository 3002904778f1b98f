package import Bus
package import BusRouter
import Documents
package import Foundation
import MessageTrace
import PersistenceAPI
package import RouterAPI

/// Reports the effects of a command: messages from the router's memory, events from the journal.
package struct TraceReader: Sendable {
  private let router: Router
  /// Start time of the router.
  private let since: Date
  private let cause: Header

  /// Creates a reader for one command.
  ///
  /// - Parameters:
  ///   - router: the router whose trace ring is read.
  ///   - since: start time of the router.
  ///   - cause: header of the command.
  package init(router: Router, since: Date, cause: Header) {
    self.router = router
    self.since = since
    self.cause = cause
  }

  private static let journalTimeoutMs = 2_000
  private static let usualLimit = 200
  /// Maximum number of messages on a page that also has events. A message takes up to 900 bytes, so
  /// 1000 fit in a bus message; the size of a page of events is limited by persistence.
  private static let maxBesideEvents = 500

  /// Returns the messages and events that a command caused.
  ///
  /// - Throws: `BusError`: `notFound` or `invalid` for an id, `invalid` for a cursor or limit.
  package func answer(_ command: GetTrace) async throws -> GetTrace.Reply {
    let limit = try PageLimit.checked(command.limit ?? Self.usualLimit)
    let id = command.id.lowercased()
    let isID = id.allSatisfy { $0.isHexDigit || $0 == "-" } && id.utf8.count <= 36
    guard isID, id.utf8.count >= GetTrace.minCharacters else {
      throw BusError(
        .invalid,
        "Invalid id “\(command.id.prefix(40))”; expected a UUID, or at least its first"
          + " \(GetTrace.minCharacters) characters.")
    }
    let place = try Place(command.after)
    var (correlation, isJournalRead) = (try await remembered(id), true)
    if correlation == nil { correlation = try await journalled(id) }
    guard let correlation else { return try await unknown(id) }
    var reply = GetTrace.Reply(correlation: correlation, memory: memory(TracePage()))
    switch place {
    case .messages(let after):
      let page = await router.trace(after: after, limit: limit + 1) {
        $0.correlation == UUID(text: correlation)
      }
      reply.messages = page.entries.prefix(limit).map { TracedMessage($0.entry) }
      reply.memory = memory(page)
      if page.entries.count > limit {
        reply.next = Place.messages(page.entries[limit - 1].number).text
        return reply
      }
      // Both do not fit; the events follow on the next page.
      if page.entries.count == limit || page.entries.count > Self.maxBesideEvents {
        reply.next = Place.events(0).text
        return reply
      }
      isJournalRead = try await addEvents(
        after: 0, limit: limit - page.entries.count, to: &reply)
    case .events(let after):
      reply.memory = memory(await router.trace(limit: 0) { _ in false })
      isJournalRead = try await addEvents(after: after, limit: limit, to: &reply)
    }
    reply.isJournalRead = isJournalRead
    return reply
  }

  /// Returns the latest commands, newest first.
  package func answer(_ command: ListTraces) async throws -> ListTraces.Reply {
    let limit = try PageLimit.checked(command.limit ?? 20)
    let page = await router.trace(limit: limit, newestFirst: true) { entry in
      guard entry.cause == nil, entry.id == entry.correlation || entry.attempt > 1 else {
        return false
      }
      if command.isFailed == true, entry.answer?.code == nil { return false }
      if let target = command.target {
        return target.hasSuffix(".") ? entry.target.hasPrefix(target) : entry.target == target
      }
      return command.isAll == true || !Self.looking.contains(entry.target)
    }
    return ListTraces.Reply(
      traces: page.entries.map { TracedMessage($0.entry) }, memory: memory(page))
  }

  /// Frequent commands that only observe the bus; omitted from the list of traces by default.
  private static let looking: Set<String> = [
    GetTrace.target, ListTraces.target, GetHealth.target, ListServices.target,
    GetJournalRange.target,
  ]

  // MARK: Finding

  /// Correlation id of the remembered message that an id belongs to; nil if no message matches.
  private func remembered(_ id: String) async throws -> String? {
    let prefix = IDPrefix(id)
    let page = await router.trace(limit: .max) {
      prefix.matches($0.id) || prefix.matches($0.correlation)
        || $0.answer.map { prefix.matches($0.id) } ?? false
        || $0.traceparent.map { prefix.matches($0.trace.uuid) } ?? false
    }
    return try Self.one(Set(page.entries.map(\.entry.correlation)).map(\.lowercaseText), for: id)
  }

  /// Correlation id of the event in the journal that an id belongs to; nil if no event matches.
  private func journalled(_ id: String) async throws -> String? {
    let reply = try await router.send(FindCorrelated(id: id, limit: 1), options: journalOptions)
    return try Self.one(reply.correlations, for: id)
  }

  private static func one(_ correlations: [String], for id: String) throws -> String? {
    guard correlations.count > 1 else { return correlations.first }
    throw BusError(
      .invalid,
      "“\(id)” matches \(correlations.count) commands; specify more characters, or the id of one of them.",
      detail: ["correlations": correlations.sorted().prefix(10).joined(separator: " ")])
  }

  private func unknown(_ id: String) async throws -> GetTrace.Reply {
    let memory = memory(await router.trace(limit: 0) { _ in false })
    throw BusError(
      .notFound,
      "“\(id)” was found neither in the router, which remembers messages since"
        + " \(Timestamp.format(memory.since)), nor in the journal. `standups trace` lists known commands."
    )
  }

  private var journalOptions: CallOptions {
    CallOptions(timeoutMs: Self.journalTimeoutMs, cause: cause, retries: false)
  }

  /// Adds events of the journal to the reply.
  ///
  /// - Returns: whether the journal could be read.
  private func addEvents(
    after: Int64, limit: Int, to reply: inout GetTrace.Reply
  ) async throws -> Bool {
    // Skip the wait if persistence is known to be unavailable.
    let services = await router.report.services
    guard services.contains(where: { $0.manifest.service == "persistence" && !$0.isDraining })
    else { return false }
    do {
      let found = try await router.send(
        FindCorrelated(id: reply.correlation, after: after, limit: limit), options: journalOptions)
      reply.events = found.events
      if found.hasMore, let last = found.events.last {
        reply.next = Place.events(last.sequence).text
      }
      return true
    } catch let error as BusError where error.retryable || error.code == .expired {
      // The remembered messages are useful even without persistence, and especially then.
      return false
    }
  }

  private func memory(_ page: TracePage) -> TraceMemory {
    TraceMemory(
      messages: page.remembered, capacity: page.capacity,
      since: page.forgetsBeforeMs.map { Date(timeIntervalSince1970: Double($0) / 1000) } ?? since)
  }

  /// Position at which a page begins.
  private enum Place {
    case messages(TraceNumber?)
    case events(Int64)

    init(_ text: String?) throws(BusError) {
      guard let text else {
        self = .messages(nil)
        return
      }
      let number = Int64(text.dropFirst(2)).flatMap { $0 >= 0 ? $0 : nil }
      if text.hasPrefix("m/"), let number {
        self = .messages(TraceNumber(number))
      } else if text.hasPrefix("e/"), let number {
        self = .events(number)
      } else {
        throw BusError(.invalid, DocumentCursor.invalid)
      }
    }

    var text: String {
      switch self {
      case .messages(let number): "m/\(number ?? 0)"
      case .events(let sequence): "e/\(sequence)"
      }
    }
  }
}

/// Prefix of a UUID, compared bytewise for speed, because the router remembers many messages.
struct IDPrefix: Sendable {
  private let digits: [UInt8]

  /// Parses the prefix.
  ///
  /// - Parameter text: hexadecimal digits and hyphens.
  init(_ text: String) {
    digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
  }

  func matches(_ id: UUID) -> Bool {
    withUnsafeBytes(of: id.uuid) { bytes in
      guard digits.count <= 32 else { return false }
      for (index, digit) in digits.enumerated() {
        let byte = bytes[index / 2]
        if (index % 2 == 0 ? byte >> 4 : byte & 15) != digit { return false }
      }
      return true
    }
  }
}

extension TracedMessage {
  init(_ entry: TraceEntry) {
    self.init(
      id: entry.id.lowercaseText, correlation: entry.correlation.lowercaseText,
      cause: entry.cause?.lowercaseText,
      kind: entry.kind == .delegate ? .delegate : .command, target: entry.target,
      from: entry.from, to: entry.to, attempt: entry.attempt > 1 ? entry.attempt : nil,
      time: Date(timeIntervalSince1970: Double(entry.wallMs) / 1000), clockUs: entry.steadyUs,
      by: entry.by,
      answer: entry.answer.map {
        Answer(
          id: $0.id.lowercaseText, kind: $0.code == nil ? .final : .error, code: $0.code,
          afterUs: max(0, $0.steadyUs - entry.steadyUs))
      })
  }
}
