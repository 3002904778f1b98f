#if DEBUG || SIMULATION
  import AccessRights
  import Bus
  import Foundation

  /// Receiving end of the router's events, which arrive in order unless they are dropped.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class SubscriberPort: @unchecked Sendable {
    /// A received item.
    enum Item {
      case event(Publication)
      case beat(JournalHead)
      /// A tick, by the id of its event, and whether a duplicate is allowed.
      case tick(String, isExcused: Bool)
      /// An event that a person receives under a topic of a team.
      case ofTeam(String, CloudEvent, sentMs: Int64)
    }

    let process: SimulatedProcess
    private let board: Switchboard
    private let take: @Sendable (Item) -> Void
    /// True if the subscriber is connected. Items arrive only if it is.
    var isConnected = false { didSet { rights = nil } }
    /// The person with whose key it is connected; nil for a tool.
    let person: UUID?
    /// Rights of the person when the connection was made; nil for a tool, and before the first event.
    private var rights: Rights?
    private var next: Int64 = 0

    /// Creates the receiving end.
    ///
    /// - Parameters:
    ///   - person: the person with whose key it connects; nil for a tool.
    ///   - take: called with each item, on the process's loop.
    init(
      _ process: SimulatedProcess, _ board: Switchboard, person: UUID? = nil,
      _ take: @escaping @Sendable (Item) -> Void
    ) {
      self.person = person
      self.process = process
      self.board = board
      self.take = take
      guard process.isAlive else { return }
      process.whenKilled { [self] in board.remove(self) }
      board.add(self)
    }

    func close() { board.remove(self) }

    /// Delivers an event to a person who has subscribed to all events of all teams: like `AccessControl`,
    /// the router rejects the subscriptions that the person's roles do not permit, and closes the
    /// connection after a change of the roles. Events that it has sent before may still arrive.
    func send(_ publication: Publication, to person: UUID, _ directory: PeopleDirectory?) {
      guard isConnected else { return }
      if rights?.isOutdated(directory) == true { return board.reconnect(self) }
      let rights =
        rights
        ?? Rights(name: "person", key: nil, roles: [.person(person)], persons: directory)
      self.rights = rights
      for topic in Topic.all(for: publication.labels) {
        let parts = topic.split(separator: "/", maxSplits: 2)
        guard parts.count > 1, parts[0] == "g",
          rights.allows(subscriptionTo: Array("g/\(parts[1])/".utf8))
        else { continue }
        send(.ofTeam(String(parts[1]), publication.event, sentMs: board.machine.nowMs))
        return
      }
    }

    /// Delivers a published item.
    func send(_ item: Item) {
      guard isConnected else { return }
      if case .beat = item {} else if board.chance(board.droppedOfThousand) { return }
      next = max(next + 1, board.machine.now + board.delay())
      board.machine.after(next - board.machine.now) { [self] in
        guard isConnected else { return }
        process.perform { [self] in take(item) }
      }
    }
  }
#endif
