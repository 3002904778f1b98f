package import Bus
package import BusRouter
import Documents
import Foundation
import PersistenceAPI
package import RouterAPI

/// A delegate message of one service.
package struct SentMessage: Hashable, Sendable {
  let service: String
  let message: String

  /// Creates the message from its sender and its wire name.
  package init(_ service: String, _ message: String) {
    self.service = service
    self.message = message
  }
}

/// Dead-letter queue: delegate calls that no binding handled or whose binding failed permanently.
/// Stores them as documents, lists them, delivers them again and drops them.
package struct DeadLetterStore: Sendable {
  private let router: Router
  private let answeredMessages: Set<SentMessage>

  /// Creates the store's access to the dead letters of a router.
  ///
  /// - Parameter answeredMessages: delegate messages whose client receives the error of a
  ///   failed delivery. Their dead letters are not delivered again, because the change may be
  ///   outdated.
  package init(router: Router, answeredMessages: Set<SentMessage>) {
    self.router = router
    self.answeredMessages = answeredMessages
  }

  /// Lists, delivers again or drops dead letters.
  ///
  /// - Throws: `BusError`: `notFound` or `invalid` for an id, and the errors of the store.
  package func answer(_ command: DeadLetters, cause: Header) async throws -> DeadLetters.Reply {
    let options = CallOptions(cause: cause)
    let work = { (letter: DeadLetter) in
      switch command.action {
      case .list: Outcome(letter: letter)
      case .replay: try await deliver(letter, cause, options)
      case .drop: try await drop(letter, options)
      }
    }
    guard let id = command.id else { return try await page(command, options, work) }
    var letter = try await letter(id, options)
    var removed: [String] = []
    if command.action != .list {
      let outcome = try await work(letter)
      letter = outcome.letter.listed
      removed = outcome.isRemoved ? [letter.id] : []
    }
    return DeadLetters.Reply(
      letters: [letter], removed: removed, total: try await total(options))
  }

  /// Outcome of an action on a dead letter.
  private struct Outcome {
    var letter: DeadLetter
    var isRemoved = false
  }

  // MARK: Pages

  /// A page, oldest first, without bodies; those are shown for a single dead letter only.
  ///
  /// The page may have fewer dead letters than requested, or none, before the end: it must fit in a
  /// message, and be ready within the deadline of a command.
  private func page(
    _ command: DeadLetters, _ options: CallOptions,
    _ work: (DeadLetter) async throws -> Outcome
  ) async throws -> DeadLetters.Reply {
    let limit = command.limit ?? 100
    let start = ContinuousClock.now
    var reply = DeadLetters.Reply(letters: [], total: 0, next: command.after)
    var bytes = 0
    for _ in 0..<Self.maxLoads {
      // Load no more than fits: only the store can compute where to continue.
      let room = limit - reply.letters.count
      let atOnce = command.action == .list ? room : min(room, Self.maxAtOnce)
      let page = try await load(after: reply.next, limit: atOnce, options)
      for document in page.documents {
        let letter = Self.letter(document)
        guard command.passes(letter) else { continue }
        let outcome = try await work(letter)
        reply.letters.append(outcome.letter.listed)
        if outcome.isRemoved { reply.removed.append(letter.id) }
        bytes += try BusJSON.encode(outcome.letter.listed).count
      }
      (reply.total, reply.next) = (page.total ?? 0, page.next)
      let isFull = reply.letters.count >= limit || bytes >= Self.enoughBytes
      if isFull || reply.next == nil || ContinuousClock.now - start > Self.longEnough { break }
    }
    if command.action != .list { reply.total = try await total(options) }
    return reply
  }

  /// Maximum number of loads for one page.
  private static let maxLoads = 200
  /// Maximum number of dead letters loaded at once for a replay or drop.
  private static let maxAtOnce = 10
  /// Size from which a page is full, in bytes of JSON. One load of the store, without bodies, is
  /// smaller than the rest of a message.
  private static let enoughBytes = 400_000
  /// Time after which a page is not extended.
  private static let longEnough = Duration.seconds(3)

  private func load(
    after: String?, limit: Int, _ options: CallOptions
  ) async throws -> DocumentPage {
    try await router.send(
      Load(
        DocumentQuery(collection: Self.collection, after: after, limit: limit, counts: true)),
      options: options)
  }

  /// Number of stored dead letters.
  package func total(_ options: CallOptions) async throws -> Int {
    try await load(after: nil, limit: 1, options).total ?? 0
  }

  // MARK: A single dead letter

  private func deliver(
    _ letter: DeadLetter, _ cause: Header, _ options: CallOptions
  ) async throws -> Outcome {
    // Leave an unreadable document unchanged so that it can be examined.
    if letter.isUnreadable { return Outcome(letter: letter) }
    guard let error = await replay(letter, cause) else { return try await drop(letter, options) }
    var letter = letter
    letter.error = error.fitting
    letter.attempts += 1
    try await write(.put(try Self.document(letter)), options)
    return Outcome(letter: letter)
  }

  private func drop(_ letter: DeadLetter, _ options: CallOptions) async throws -> Outcome {
    try await write(.delete(collection: Self.collection, id: letter.id), options)
    return Outcome(letter: letter, isRemoved: true)
  }

  /// Delivers a dead letter again.
  ///
  /// - Returns: the error of the delivery; nil if it succeeded.
  private func replay(_ letter: DeadLetter, _ cause: Header) async -> BusError? {
    do {
      guard let body = letter.body else {
        throw BusError(.invalid, "The dead letter \(letter.id) has no readable body; drop it.")
      }
      guard !answeredMessages.contains(SentMessage(letter.sender, letter.target)) else {
        throw BusError(
          .conflict,
          "The client has already received an error for this change, and the change may be outdated; drop the"
            + " dead letter \(letter.id).")
      }
      try await router.redeliver(
        letter.target, from: letter.sender, body: Data(body.bytes), cause: cause,
        idempotencyKey: "deadLetter/\(letter.id)")
      return nil
    } catch let error as BusError {
      return error
    } catch {
      return BusError(.internal, "The dead letter \(letter.id) could not be delivered: \(error).")
    }
  }

  private func write(_ change: DocumentChange, _ options: CallOptions) async throws {
    _ = try await router.send(Commit(changes: [change]), options: options)
  }

  /// Finds a dead letter.
  ///
  /// - Parameter id: the full id, or its first characters.
  /// - Throws: `notFound` if no dead letter matches, `invalid` if several do.
  private func letter(_ id: String, _ options: CallOptions) async throws -> DeadLetter {
    let page = try await router.send(
      Load(DocumentQuery(collection: Self.collection, id: id)), options: options)
    if let document = page.documents.first { return Self.letter(document) }
    let isBeginning = (Self.minCharacters..<36).contains(id.utf8.count)
    let found = isBeginning ? try await letters(id.lowercased(), options) : (first: nil, ids: [])
    guard let first = found.first else {
      throw BusError(
        .notFound, "Dead letter “\(id)” not found; `standups dead-letters list` lists them all.")
    }
    guard found.ids.count == 1 else {
      throw BusError(
        .invalid,
        "“\(id)” matches \(found.ids.count) dead letters; specify more characters of the id.",
        detail: ["ids": found.ids.prefix(10).joined(separator: " ")])
    }
    return Self.letter(first)
  }

  /// Minimum number of characters of an abbreviated id.
  private static let minCharacters = 8

  /// Ids of the dead letters with this prefix, and the first document. Only one document is held,
  /// because all of them may exceed the memory.
  private func letters(
    _ prefix: String, _ options: CallOptions
  ) async throws -> (first: Document?, ids: [String]) {
    var first: Document?
    var ids: [String] = []
    var after: String?
    repeat {
      let page = try await load(after: after, limit: 1000, options)
      let found = page.documents.filter { $0.id.hasPrefix(prefix) }
      first = first ?? found.first
      ids += found.map(\.id)
      after = page.next
    } while after != nil
    return (first, ids)
  }
}

extension DeadLetters {
  /// True if a dead letter matches the filter.
  func passes(_ letter: DeadLetter) -> Bool {
    if let before, letter.time >= before { return false }
    if let since, letter.time < since { return false }
    guard let target else { return true }
    return target.hasSuffix(".") ? letter.target.hasPrefix(target) : letter.target == target
  }
}
