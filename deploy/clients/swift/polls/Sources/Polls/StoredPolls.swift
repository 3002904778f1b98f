import Foundation
import StandupsBus

/// The polls, stored as documents of the installation: one document for each poll.
///
/// A change is decided on a copy, committed together with its event, and only then visible. Changes are made one after
/// the other, so that none is decided on a state that another one is about to replace.
actor StoredPolls {
  /// An outside service may only use collections that begin with its name.
  static let collection = "polls.polls"

  private let delegate: any DelegateCaller
  /// The polls of the current writer epoch; nil until they are loaded.
  private var book: PollBook?
  private var term = ""
  private var latest: Task<Void, Never>?

  init(delegate: any DelegateCaller) { self.delegate = delegate }

  /// Makes a change durable.
  ///
  /// - Parameter decide: changes the copy, and returns the changed poll; nil if nothing has changed.
  func change(
    causedBy cause: Header?, _ decide: @escaping @Sendable (inout PollBook) throws -> Poll?
  ) async throws -> Poll? {
    let earlier = latest
    let task = Task { () async throws -> Poll? in
      await earlier?.value
      return try await self.commit(decide, causedBy: cause)
    }
    latest = Task { _ = await task.result }
    return try await task.value
  }

  /// The polls, once they are loaded.
  ///
  /// - Throws: `BusError`, `unavailable` if they have to be loaded again.
  func read() async throws -> PollBook {
    _ = try await change(causedBy: nil) { _ in nil }
    guard let book else {
      throw BusError(.unavailable, "The polls are being loaded again.", retryAfterMs: 100)
    }
    return book
  }

  /// Loads the polls again before the next change: the documents may be others, for instance those of a backup.
  func forget() { book = nil }

  private func commit(
    _ decide: @Sendable (inout PollBook) throws -> Poll?, causedBy cause: Header?
  ) async throws -> Poll? {
    var book = try await loaded()
    guard let poll = try decide(&book) else { return nil }
    let change: DocumentChange
    if let entry = book.entry(poll.id) {
      change = .put(
        Document(
          collection: Self.collection, id: poll.id, sortKey: Int64(poll.id),
          body: try RawJSON(encoding: entry)))
    } else {
      change = .delete(collection: Self.collection, id: poll.id)
    }
    do {
      _ = try await delegate.tell(
        ChangesDecided(
          changes: [change], events: poll.isOpen ? [] : [try Self.closed(poll)], term: term),
        causedBy: cause)
    } catch {
      // It is unknown whether the change was written, or another instance has begun a writer epoch.
      self.book = nil
      throw error
    }
    self.book = book
    return poll
  }

  /// Begins a writer epoch, and loads the polls that earlier ones have stored.
  private func loaded() async throws -> PollBook {
    if let book { return book }
    let term = UUID().uuidString.lowercased()
    _ = try await delegate.tell(TermBegun(id: term), causedBy: nil)
    var book = PollBook()
    var after: String?
    repeat {
      let query = DocumentQuery(collection: Self.collection, after: after)
      let page = try await delegate.tell(DocumentsRequested(query: query), causedBy: nil)
      for document in page.documents {
        book.restore(try document.body.decode(as: PollBook.Entry.self))
      }
      after = page.next
    } while after != nil
    self.term = term
    self.book = book
    return book
  }

  private static func closed(_ poll: Poll) throws -> NewEvent {
    NewEvent(
      id: UUID().uuidString.lowercased(), source: "/standups/polls",
      labels: EventLabels(type: PollClosed.type, subject: poll.id), time: Date(),
      data: try RawJSON(encoding: PollClosed(question: poll.question, winner: poll.winner)))
  }
}
