#if DEBUG || SIMULATION
  import Bus
  import Composition
  import Foundation
  import StandupsLogging
  import PersistenceAPI
  import ServiceShell
  import WebClient
  import StandupsDependencies
  import ZeroMQ

  @testable import BusRouter
  @testable import PeopleService
  @testable import RouterService
  @testable import ScheduleService
  @testable import StandupsService
  @testable import TimerService
  @testable import WebhooksService

  /// Sets up each process as in its `Main.swift`, with simulated connections in place of sockets.
  extension Cluster {
    private static let integration = Integration.standups()

    func startRouter(_ process: SimulatedProcess) {
      let port = RouterPort(process, board)
      let current = Current()
      let events = EventWire(process, board) {
        current.router?.assumeIsolated { $0.core.people.directory }
      }
      let journal = BusJournal(log: .discarded)
      let commands = RouterCommands(since: Date())
      let (storeCame, noteStore) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      let router = Router(
        transport: port, integration: Self.integration, own: commands.table,
        configure: { $0.actingServices = [Gateway.name] }, id: Header.freshID(),
        publish: { published in
          await commands.noteRoles(in: published)
          process.loop.enter { events.publish(published) }
        },
        onNotice: { notice in
          if case .serviceUp("persistence", _) = notice { noteStore.yield() }
          journal.note(notice, log: .discarded)
        })
      commands.router = router
      current.router = router
      self.router = router
      self.routerSince = machine.now
      self.events = events
      process.start {
        // The simulated connections are always available.
        try? await router.open()
        await process.loop.run { events.open() }
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await journal.run(router) { await router.announce($0) } }
          group.addTask {
            for await _ in storeCame { await Self.learnHead(router, events, process.loop) }
          }
          let roles = RolesReader(router: router, loop: process.loop, log: .discarded)
          group.addTask { await roles.run() }
        }
      }
    }

    /// The router of a process, which its events need.
    ///
    /// `@unchecked Sendable`: it is used on the router's loop only.
    private final class Current: @unchecked Sendable {
      weak var router: Router?
    }

    /// Reads the journal's last sequence like `RouterService`.
    private static func learnHead(_ router: Router, _ events: EventWire, _ loop: SocketLoop) async {
      while !Task.isCancelled {
        if let heads = try? await router.send(GetJournalRange()) {
          await loop.run { events.noteHead(JournalHead(epoch: heads.epoch, head: heads.head)) }
          return
        }
        guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(200)))) != nil else {
          return
        }
      }
    }

    func startStandups(_ process: SimulatedProcess) {
      let port = PeerPort(process, board)
      let peer = Peer(transport: port, instance: Header.freshID())
      let trace = trace
      let service = StandupsService(
        on: process.loop, delegate: peer, clock: clock, sleeper: LoopClock(loop: process.loop),
        log: { entry in trace.note { "standups: \(entry.message)" } }, savesTogether: true)
      process.farewell = { service.shell.assumeIsolated { $0.stop() } }
      host(service, .standups, process, port, peer: peer)
    }

    func startPeople(_ process: SimulatedProcess) {
      let port = PeerPort(process, board)
      let peer = Peer(transport: port, instance: Header.freshID())
      let service = PeopleService(
        on: process.loop, delegate: peer,
        reducer: PeopleReducer(uuid: UUIDGenerator(Header.freshID)),
        sleeper: LoopClock(loop: process.loop))
      process.farewell = { service.shell.assumeIsolated { $0.stop() } }
      host(service, .people, process, port, peer: peer)
    }

    /// Its threads for calendars are never used, because no schedule has holidays.
    private static let calendars = try? CalendarIO { _ in
      .failure(HTTPFailure(code: .cancelled, message: "The simulation has no web."))
    }

    func startSchedule(_ process: SimulatedProcess) {
      guard let calendars = Self.calendars else { preconditionFailure("no thread") }
      let port = PeerPort(process, board)
      let peer = Peer(transport: port, instance: Header.freshID())
      let service = ScheduleService(
        on: process.loop, delegate: peer,
        reducer: ScheduleReducer(
          uuid: UUIDGenerator(Header.freshID), graceMs: 300_000, calendars: calendars),
        sleeper: LoopClock(loop: process.loop))
      process.farewell = { service.shell.assumeIsolated { $0.stop() } }
      host(service, .schedule, process, port, peer: peer)
    }

    func startTimer(_ role: Plan.Role, _ process: SimulatedProcess) {
      let port = PeerPort(process, board)
      let peer = Peer(transport: port, instance: Header.freshID())
      let machine = machine
      let service = TimerService(
        on: process.loop,
        dependencies: TimerService.Dependencies(
          clock: TimerClock(boot: Self.boot) {
            TimerMoment(ns: machine.now, wallMs: machine.wallMs)
          },
          wake: .live(process.loop), delegate: peer, publisher: TickPublisher(process, self),
          sleeper: LoopClock(loop: process.loop)))
      host(service, role, process, port, peer: peer)
    }

    func startWebhooks(_ process: SimulatedProcess) {
      let port = PeerPort(process, board)
      let peer = Peer(transport: port, instance: Header.freshID())
      let (receiver, board) = (receiver, board)
      let io = WebhooksIO(
        post: { request in await receiver.post(request, on: process.loop) },
        journal: { _ in
          JournalNews.live(as: { WebhooksAction($0) }) { take in
            let (news, feed) = AsyncStream.makeStream(of: Subscriber.Item.self)
            let port = await process.loop.run {
              SubscriberPort(process, board) { item in
                switch item {
                case .event(let publication): feed.yield(.event(topic: "", publication.event))
                case .beat(let head): feed.yield(.beat(head))
                case .tick, .ofTeam: break
                }
              }
            }
            for await item in news { take(item) }
            await process.loop.run { port.close() }
          } pause: {
            try await process.loop.sleep(until: .now.advanced(by: .milliseconds(500)))
          }
        })
      let service = WebhooksService(
        on: process.loop, delegate: peer, io: io, sleeper: LoopClock(loop: process.loop))
      process.farewell = { service.shell.assumeIsolated { $0.stop() } }
      host(service, .webhooks, process, port, peer: peer)
    }
  }
#endif
