#if DEBUG || SIMULATION
  import AccessRights
  import Bus
  import Foundation
  import ZeroMQ

  @testable import BusRouter

  /// The router's side of the events. Publication order and the record of the last sequence are the real ones,
  /// but the sockets are not.
  ///
  /// `@unchecked Sendable`: it is used on the router's loop only.
  final class EventWire: @unchecked Sendable {
    private let process: SimulatedProcess
    private let board: Switchboard
    private var order = PublicationOrder()
    private var record = HeadRecord()
    private var nextDue: TimerToken?
    /// The roles that the router knows.
    private let directory: () -> PeopleDirectory?

    init(
      _ process: SimulatedProcess, _ board: Switchboard,
      directory: @escaping () -> PeopleDirectory?
    ) {
      self.process = process
      self.board = board
      self.directory = directory
    }

    func open() { beat() }

    func publish(_ events: [Publication]) {
      send(order.add(events, nowMs: BusTime.now.steadyMs))
    }

    func noteHead(_ head: JournalHead) {
      send(order.begin(after: head.head, epoch: head.epoch))
      if record.note(head) { sendHead() }
    }

    /// Forwards a tick from a timer.
    func pass(tick id: String, isExcused: Bool) { send(.tick(id, isExcused: isExcused)) }

    private func send(_ events: [Publication]) {
      for publication in events {
        send(publication)
        if let sequence = publication.event.number, let epoch = publication.event.epoch,
          record.published(JournalHead(epoch: epoch, head: sequence))
        {
          sendHead()
        }
      }
      scheduleDue()
    }

    private func scheduleDue() {
      if let nextDue { process.loop.cancel(nextDue) }
      nextDue = nil
      guard let nextMs = order.nextMs else { return }
      let pauseMs = max(1, nextMs - BusTime.now.steadyMs)
      nextDue = process.loop.schedule(after: .milliseconds(pauseMs)) { [self] in
        nextDue = nil
        send(order.due(nowMs: BusTime.now.steadyMs))
      }
    }

    private func beat() {
      sendHead()
      process.loop.schedule(after: .seconds(1)) { [self] in beat() }
    }

    private func sendHead() {
      if let head = record.current { send(.beat(head)) }
    }

    private func send(_ publication: Publication) {
      send(.event(publication))
      guard process.isAlive else { return }
      let directory = directory()
      for subscriber in board.subscribers {
        guard let person = subscriber.person else { continue }
        subscriber.send(publication, to: person, directory)
      }
    }

    private func send(_ item: SubscriberPort.Item) {
      guard process.isAlive else { return }
      for subscriber in board.subscribers where subscriber.person == nil { subscriber.send(item) }
    }
  }
#endif
