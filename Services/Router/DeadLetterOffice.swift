import Bus
import Foundation
import Messages

/// Delegate calls that no binding handled, or whose binding failed for good: kept as documents,
/// listed, delivered again, dropped.
struct DeadLetterOffice: Sendable {
  static let collection = "deadLetters"
  /// A letter's document and its event have to fit a message.
  static let mostBodyBytes = 700_000

  let router: Router

  /// The letter as it is kept. A body that is too large, secret, or no JSON, is not kept.
  static func document(_ letter: RouterNotice.Letter, at date: Date) throws -> Document {
    let id = letter.id.uuidString.lowercased()
    // The secrets of webhooks are for no reader of the dead letters.
    let isSecret = letter.message == WebhookChangesDecided.target
    let fits = letter.body.count <= mostBodyBytes && !isSecret
    return try document(
      DeadLetter(
        id: id, time: date, sender: letter.service, target: letter.message,
        attempts: letter.attempts, error: letter.error,
        correlation: letter.correlation?.uuidString.lowercased(), bytes: letter.body.count,
        body: fits ? try? BusJSON.decode(JSONValue.self, from: letter.body) : nil))
  }

  private static func document(_ letter: DeadLetter) throws -> Document {
    Document(
      collection: collection, id: letter.id,
      sortKey: Int64(letter.time.timeIntervalSince1970 * 1000),
      body: try JSONValue(encoding: letter))
  }

  func answer(_ command: DeadLetters, cause: Header) async throws -> DeadLetters.Reply {
    let options = CallOptions(cause: cause)
    switch command.action {
    case .list:
      if let id = command.id {
        let letter = try await letter(id, options)
        return DeadLetters.Reply(letters: [letter], total: try await total(options))
      }
      return try await list(command, options)
    case .replay, .drop:
      var letters: [DeadLetter] = []
      var removed: [String] = []
      for id in try await chosen(command, options) {
        var letter = try await letter(id, options)
        if command.action == .replay, let error = await replay(letter, cause) {
          letter.error = error
          letter.attempts += 1
          try await write(.put(try Self.document(letter)), options)
        } else {
          try await write(.delete(collection: Self.collection, id: id), options)
          removed.append(id)
        }
        letter.body = nil
        letters.append(letter)
      }
      return DeadLetters.Reply(
        letters: letters, removed: removed, total: try await total(options))
    }
  }

  /// - Returns: why it could not be delivered; nil if it was.
  private func replay(_ letter: DeadLetter, _ cause: Header) async -> BusError? {
    do {
      guard let body = letter.body else {
        throw BusError(.invalid, "The letter \(letter.id) has no readable body; drop it.")
      }
      guard letter.target != ChangesDecided.target else {
        throw BusError(
          .conflict,
          "What was decided and not saved was refused to whoever asked, and may be outdated; drop "
            + "the letter \(letter.id).")
      }
      try await router.redeliver(
        letter.target, body: BusJSON.encode(body), cause: cause,
        idempotencyKey: "deadLetter/\(letter.id)")
      return nil
    } catch let error as BusError {
      return error
    } catch {
      return BusError(.internal, "The letter \(letter.id) could not be delivered: \(error).")
    }
  }

  private func write(_ change: DocumentChange, _ options: CallOptions) async throws {
    _ = try await router.send(Commit(changes: [change]), options: options)
  }

  /// A page, oldest first; what the letters say is shown for one at a time only.
  ///
  /// A page of a filtered list may hold fewer than asked for, or none, before the end.
  private func list(_ command: DeadLetters, _ options: CallOptions) async throws
    -> DeadLetters.Reply
  {
    let limit = command.limit ?? 100
    var reply = DeadLetters.Reply(letters: [], total: 0, next: command.after)
    for _ in 0..<Self.mostLoads {
      // No more than there is room for: the store alone knows how to go on.
      let page = try await router.send(
        Load(
          collection: Self.collection, after: reply.next, limit: limit - reply.letters.count),
        options: options)
      reply.letters += try page.documents.map { document in
        var letter = try document.body.decode(as: DeadLetter.self)
        letter.body = nil
        return letter
      }.filter(command.passes)
      (reply.total, reply.next) = (page.total, page.next)
      if reply.next == nil || reply.letters.count >= limit { break }
    }
    return reply
  }

  /// How often the store is asked for one page of a filtered list.
  private static let mostLoads = 200

  /// - Parameter id: whole, or how it begins.
  private func letter(_ id: String, _ options: CallOptions) async throws -> DeadLetter {
    let page = try await router.send(Load(collection: Self.collection, id: id), options: options)
    if let document = page.documents.first { return try document.body.decode() }
    let isBeginning = (Self.fewestCharacters..<36).contains(id.utf8.count)
    let found = isBeginning ? try await all(options) { $0.id.hasPrefix(id.lowercased()) } : []
    guard let first = found.first else {
      throw BusError(
        .notFound, "There is no dead letter “\(id)”. `standups dead-letters list` shows them.")
    }
    guard found.count == 1 else {
      throw BusError(
        .invalid, "“\(id)” may be any of \(found.count) dead letters: give more of it.",
        detail: ["ids": found.prefix(10).map(\.id).joined(separator: " ")])
    }
    return first
  }

  /// The fewest characters of an id that stand for it.
  private static let fewestCharacters = 8

  private func total(_ options: CallOptions) async throws -> Int {
    try await router.send(Load(collection: Self.collection, limit: 1), options: options).total
  }

  /// The id of the letter that is named, or of all that the filter lets pass, oldest first.
  private func chosen(_ command: DeadLetters, _ options: CallOptions) async throws -> [String] {
    if let id = command.id { return [try await letter(id, options).id] }
    return try await all(options, where: command.passes).map(\.id)
  }

  private func all(
    _ options: CallOptions, where isWanted: (DeadLetter) -> Bool
  ) async throws -> [DeadLetter] {
    var letters: [DeadLetter] = []
    var after: String?
    repeat {
      let page = try await router.send(
        Load(collection: Self.collection, after: after, limit: 1000), options: options)
      letters += try page.documents.map { try $0.body.decode(as: DeadLetter.self) }
        .filter(isWanted)
      after = page.next
    } while after != nil
    return letters
  }
}

extension DeadLetters {
  /// Whether the filter lets a letter pass.
  func passes(_ letter: DeadLetter) -> Bool {
    if let before, letter.time >= before { return false }
    if let since, letter.time < since { return false }
    guard let target else { return true }
    return target.hasSuffix(".") ? letter.target.hasPrefix(target) : letter.target == target
  }
}
