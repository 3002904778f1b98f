import FastJSON
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import BusRouter
@testable import Bus

/// A hub, publishers and subscribers with real sockets; everything runs on one loop.
private actor EventRig {
  nonisolated let loop: SocketLoop
  nonisolated let context: Context
  nonisolated let directory: URL
  let hub: EventHub
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var subscribers: [Subscriber] = []
  nonisolated let ended = Log<String>()

  init(highWater: Int, bounds: SubscriptionBounds) throws {
    loop = try SocketLoop(name: "events")
    context = try Context()
    hub = EventHub(
      context: context, loop: loop, highWater: highWater, bounds: bounds,
      onEnded: { [ended] in ended.add($0) })
    directory = URL.temporaryDirectory.appending(path: "events-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  }

  func open(ipc: Bool) throws {
    let path = directory.path(percentEncoded: false)
    try hub.open(
      events: ipc ? "ipc://\(path)/e" : "tcp://127.0.0.1:0",
      ingest: ipc ? "ipc://\(path)/i" : "tcp://127.0.0.1:0")
  }

  /// Opens another hub on the loop.
  ///
  /// - Returns: false if an address is still in use.
  func opens(_ hub: EventHub, events: String, ingest: String) throws -> Bool {
    do {
      try hub.open(events: events, ingest: ingest)
      return true
    } catch let error as ZeroMQError where error.code == .addressInUse {
      return false
    }
  }

  func subscriber() -> Subscriber {
    let subscriber = Subscriber(hub.eventsEndpoint ?? "", context: context, loop: loop)
    subscribers.append(subscriber)
    return subscriber
  }

  /// A service's socket that receives subscriptions, as a PUB does.
  func upstream() throws -> Socket {
    let socket = try Socket(.xpub, in: context, on: loop)
    try socket.set(.linger, to: 0)
    try socket.set(.xpubVerboser, to: true)
    try socket.connect(hub.ingestEndpoint ?? "")
    return socket
  }

  func publisher() throws -> ZeroMQPublisher {
    let publisher = ZeroMQPublisher(
      hub.ingestEndpoint ?? "", source: "/standups/timer", context: context, loop: loop)
    try publisher.open()
    return publisher
  }

  /// A subscriber that can request any topic, permitted or not.
  func raw(rcvhwm: Int = 1000) throws -> Socket {
    let socket = try Socket(.sub, in: context, on: loop)
    try socket.set(.linger, to: 0)
    try socket.set(.rcvhwm, to: rcvhwm)
    try socket.connect(hub.eventsEndpoint ?? "")
    return socket
  }

  func nextConfirmation(_ socket: Socket) async throws -> (String, Bus.Confirmation) {
    let bytes = try #require(try await next(socket).first).bytes
    let space = try #require(bytes.firstIndex(of: UInt8(ascii: " ")))
    return (
      String(decoding: bytes[..<space], as: UTF8.self),
      try BusJSON.decode(Bus.Confirmation.self, from: Data(bytes[(space + 1)...]))
    )
  }

  func publish(_ sequence: Int64, meeting: String, previous: Int64? = nil, bytes: Int = 0) {
    hub.publish([publication(sequence, meeting: meeting, previous: previous, bytes: bytes)])
  }

  func next(_ socket: Socket) async throws -> Message { try await loop.next(socket) }

  func nextText(_ socket: Socket) async throws -> String {
    String(decoding: try await next(socket).first?.bytes ?? [], as: UTF8.self)
  }

  func close() async {
    for subscriber in subscribers { await subscriber.close() }
    hub.close()
  }
}

private func publication(
  _ sequence: Int64, meeting: String, previous: Int64?, bytes: Int
) -> Publication {
  Publication(
    event: CloudEvent(
      id: "\(sequence)", source: "/standups", type: "meeting.started", subject: meeting,
      time: Date(timeIntervalSince1970: 0), sequence: sequence, epoch: "e",
      previousOfMeeting: previous,
      data: RawJSON(
        unchecked: Array(#"{"x":"\#(String(repeating: "x", count: bytes))"}"#.utf8))),
    labels: EventLabels(
      type: "meeting.started", subject: meeting, standup: "s\(meeting)", meeting: meeting))
}

private func withEvents(
  ipc: Bool = false, highWater: Int = 20_000, bounds: SubscriptionBounds = SubscriptionBounds(),
  _ body: @Sendable (isolated EventRig) async throws -> Void
) async throws {
  let rig = try EventRig(highWater: highWater, bounds: bounds)
  var failure: (any Error)?
  do {
    try await rig.open(ipc: ipc)
    try await body(rig)
  } catch { failure = error }
  await rig.close()
  #expect(await rig.loop.stop())
  // Tens of thousands of topics take long to release under a sanitizer.
  try await rig.context.close(within: .seconds(60))
  try FileManager.default.removeItem(at: rig.directory)
  if let failure { throw failure }
}

extension AsyncStream<Subscriber.Item>.Iterator {
  /// The sequence of the next event; skips heartbeats.
  fileprivate mutating func sequence(
    isolation: isolated (any Actor)? = #isolation
  ) async -> Int64? {
    while let item = await next(isolation: isolation) {
      if case .event(_, let event) = item { return event.sequence.flatMap { Int64($0) } }
    }
    return nil
  }

  /// The next heartbeat; skips events.
  fileprivate mutating func beat(
    isolation: isolated (any Actor)? = #isolation
  ) async -> JournalHead? {
    while let item = await next(isolation: isolation) {
      if case .beat(let head) = item { return head }
    }
    return nil
  }
}

@Suite struct EventHubTests {
  @Test func theEventsOfATeamReachItsSubscribersOnly() async throws {
    try await withEvents { rig in
      let subscriber = rig.subscriber()
      let (_, items) = try await subscriber.subscribe(["g/web/"])
      var events = items.makeAsyncIterator()
      for (number, team) in ["web", "webs", nil, "ops", "web"].enumerated() {
        let event = CloudEvent(
          id: "\(number)", source: "/standups", type: "standup.updated", subject: "s",
          time: Date(timeIntervalSince1970: 0), sequence: Int64(number + 1), epoch: "e",
          team: team, data: .emptyObject)
        rig.hub.publish([
          Publication(
            event: event,
            labels: EventLabels(type: event.type, subject: event.subject, team: team))
        ])
      }
      #expect(await events.sequence() == 1)
      #expect(await events.sequence() == 5)
      let everything = rig.subscriber()
      let (_, all) = try await everything.subscribe(["t/", "g/"])
      var both = all.makeAsyncIterator()
      rig.publish(6, meeting: "m")
      #expect(await both.sequence() == 6)
    }
  }

  @Test(arguments: [false, true])
  func aConfirmedSubscriberMissesNothing(ipc: Bool) async throws {
    try await withEvents(ipc: ipc) { rig in
      rig.hub.noteHead(JournalHead(epoch: "e", head: 4))
      let subscriber = rig.subscriber()
      let (confirmation, items) = try await subscriber.subscribe(["m/1/"])
      #expect(confirmation == Confirmation(epoch: "e", head: 4, denied: []))
      // m/10/ is another meeting, and t/ and s/ were not subscribed to.
      for sequence in 5..<105 {
        rig.publish(Int64(sequence), meeting: sequence.isMultiple(of: 2) ? "1" : "10")
      }
      var iterator = items.makeAsyncIterator()
      for sequence in stride(from: Int64(6), to: 105, by: 2) {
        #expect(await iterator.sequence() == sequence)
      }
    }
  }

  /// Each topic is a separate message; none is dropped on its way to the router and on to the services.
  @Test(arguments: [false, true])
  func twentyThousandTopicsArriveUpstream(ipc: Bool) async throws {
    var bounds = SubscriptionBounds()
    (bounds.perConnection, bounds.bytes) = (30_000, 1 << 20)
    try await withEvents(ipc: ipc, bounds: bounds) { rig in
      let upstream = try rig.upstream()
      defer { upstream.close() }
      for round in 0..<3 {
        let topics = (0..<20_000).map { "m/\(round)-\($0)/" }
        _ = try await rig.subscriber().subscribe(topics, timeoutMs: 30_000)
        // A subscriber that reconnects on a busy machine subscribes again, so a topic of an earlier
        // round may arrive, too.
        var missing = Set(topics)
        while !missing.isEmpty {
          let bytes = try #require(try await rig.next(upstream).first).bytes
          #expect(bytes.first == 1)
          missing.remove(String(decoding: bytes.dropFirst(), as: UTF8.self))
        }
      }
    }
  }

  @Test func everyViewIsServedAndBeatsTellTheHead() async throws {
    try await withEvents { rig in
      rig.hub.noteHead(JournalHead(epoch: "e", head: 8))
      let (_, byType) = try await rig.subscriber().subscribe(["t/meeting."])
      let (_, byStandup) = try await rig.subscriber().subscribe(["s/s7/", "s/s7/"])
      rig.publish(9, meeting: "7")
      rig.publish(10, meeting: "8")
      rig.publish(11, meeting: "7")
      var types = byType.makeAsyncIterator()
      var standups = byStandup.makeAsyncIterator()
      #expect(await types.sequence() == 9)
      #expect(await types.sequence() == 10)
      #expect(await types.sequence() == 11)
      #expect(await standups.sequence() == 9)
      #expect(await standups.sequence() == 11)
      while let item = await types.next(isolation: rig) {
        guard case .beat(let head) = item else { continue }
        #expect(head == JournalHead(epoch: "e", head: 11))
        break
      }
    }
  }

  @Test func anotherEpochIsToldAtOnceAndStays() async throws {
    try await withEvents { rig in
      rig.hub.noteHead(JournalHead(epoch: "e", head: 4))
      let socket = try rig.raw()
      for topic in ["m/1/", "h/", "~/n"] { try socket.subscribe(topic) }
      #expect(try await rig.nextConfirmation(socket).1.epoch == "e")
      // Only the messages sent here arrive: the test holds the loop, so that no heartbeat is due.
      rig.hub.noteHead(JournalHead(epoch: "f", head: 2))
      // Events of the previous journal.
      rig.publish(5, meeting: "1")
      rig.hub.noteHead(JournalHead(epoch: "f", head: 1))
      var beats: [String] = []
      while beats.last?.contains("\"f\"") != true {
        beats.append(String(decoding: try await rig.next(socket).first?.bytes ?? [], as: UTF8.self))
      }
      #expect(beats.last == #"h/ {"epoch":"f","head":2}"#)
      #expect(beats.dropLast().allSatisfy { $0 == #"h/ {"epoch":"e","head":4}"# })
      // The late event is published, and no later heartbeat names its journal.
      var later: [String] = []
      while later.last?.hasPrefix("h/") != true || later.count < 2 {
        later.append(String(decoding: try await rig.next(socket).first?.bytes ?? [], as: UTF8.self))
      }
      #expect(later.contains { $0.hasPrefix("m/1/") })
      #expect(later.filter { $0.hasPrefix("h/") }.allSatisfy { $0 == beats.last })
      socket.close()
    }
  }

  @Test func subscriptionsArePassedUpstreamAndTakenBack() async throws {
    try await withEvents { rig in
      let upstream = try rig.upstream()
      let subscriber = rig.subscriber()
      _ = try await subscriber.subscribe(["m/1/"])
      #expect(try await rig.next(upstream).first?.bytes == [1] + Array("m/1/".utf8))
      let other = rig.subscriber()
      _ = try await other.subscribe(["m/2/"])
      #expect(try await rig.next(upstream).first?.bytes == [1] + Array("m/2/".utf8))
      // Services receive neither heartbeats nor confirmations, but they do receive the end of a
      // subscription.
      await subscriber.close()
      #expect(try await rig.next(upstream).first?.bytes == [0] + Array("m/1/".utf8))
      upstream.close()
    }
  }

  /// A topic that is subscribed to twice, or was denied to another subscriber, ends with its last subscriber.
  @Test(arguments: [false, true])
  func childrenHearOfATopicAsLongAsSomebodyWantsIt(ipc: Bool) async throws {
    try await withEvents(ipc: ipc) { rig in
      let upstream = try rig.upstream()
      defer { upstream.close() }
      // An XSUB forwards each message it is given, duplicates included.
      let twice = try Socket(.xsub, in: rig.context, on: rig.loop)
      try twice.set(.linger, to: 0)
      try twice.connect(rig.hub.eventsEndpoint ?? "")
      for topic in ["m/1/", "m/1/", "~/a"] { _ = try twice.trySend([Frame("\u{1}\(topic)")]) }
      _ = try await rig.nextConfirmation(twice)
      #expect(try await rig.nextText(upstream) == "\u{1}m/1/")
      let once = try rig.raw()
      for topic in ["m/1/", "~/b"] { try once.subscribe(topic) }
      _ = try await rig.nextConfirmation(once)
      twice.close()
      // All effects of its end arrive before this.
      let other = try rig.raw()
      for topic in ["m/2/", "~/c"] { try other.subscribe(topic) }
      _ = try await rig.nextConfirmation(other)
      #expect(try await rig.nextText(upstream) == "\u{1}m/2/")
      once.close()
      #expect(try await rig.nextText(upstream) == "\u{0}m/1/")
      other.close()
      #expect(try await rig.nextText(upstream) == "\u{0}m/2/")
    }
  }

  @Test(arguments: [false, true])
  func whoSubscribesToTooMuchIsToldAndThenEnded(ipc: Bool) async throws {
    var bounds = SubscriptionBounds()
    bounds.perConnection = 10
    try await withEvents(ipc: ipc, bounds: bounds) { rig in
      let greedy = try rig.raw()
      for number in 1...12 { try greedy.subscribe("m/\(number)/") }
      try greedy.subscribe("~/a")
      let (_, confirmation) = try await rig.nextConfirmation(greedy)
      #expect(confirmation.denied == ["m/11/", "m/12/"])
      #expect(confirmation.reasons?.first?.contains("the maximum of 10 subscriptions") == true)
      for number in 20...40 { try greedy.subscribe("m/\(number)/") }
      await rig.ended.first { $0.contains("Closed a subscriber's connection") }
      greedy.close()
      // Longer than any topic: libzmq closes the connection.
      let long = try rig.raw()
      let events = Log<SocketEvent>()
      _ = try SocketMonitor(long) { events.add($0) }
      try long.subscribe("~/c")
      _ = try await rig.nextConfirmation(long)
      try long.subscribe("m/\(String(repeating: "x", count: 1300))/")
      await events.first { $0.kind == .disconnected }
      long.close()
      _ = try await rig.subscriber().subscribe(["m/1/"])
    }
  }

  @Test(arguments: [false, true])
  func prefixesAreAddedAndRemovedWhileItRuns(ipc: Bool) async throws {
    try await withEvents(ipc: ipc) { rig in
      rig.hub.noteHead(JournalHead(epoch: "e", head: 4))
      let upstream = try rig.upstream()
      defer { upstream.close() }
      let subscriber = rig.subscriber()
      let (_, items) = try await subscriber.subscribe(["m/1/"])
      #expect(try await rig.nextText(upstream) == "\u{1}m/1/")
      var iterator = items.makeAsyncIterator()
      rig.publish(5, meeting: "2")
      #expect(try await subscriber.add(["m/2/", "m/3/", "m/2/"]).head == 5)
      #expect(try await rig.nextText(upstream) == "\u{1}m/2/")
      #expect(try await rig.nextText(upstream) == "\u{1}m/3/")
      rig.publish(6, meeting: "2")
      rig.publish(7, meeting: "1")
      for sequence in 6...7 { #expect(await iterator.sequence() == Int64(sequence)) }
      // A second subscriber has the topic as well.
      try await subscriber.add(["m/2/"])
      try await subscriber.remove(["m/2/", "m/2/", "m/3/", "m/9/", "h/"])
      #expect(try await rig.nextText(upstream) == "\u{0}m/3/")
      rig.publish(8, meeting: "3")
      rig.publish(9, meeting: "2")
      #expect(await iterator.sequence() == 9)
      #expect(try await subscriber.remove(["m/2/"]).head == 9)
      #expect(try await rig.nextText(upstream) == "\u{0}m/2/")
      rig.publish(10, meeting: "2")
      rig.publish(11, meeting: "1")
      #expect(await iterator.sequence() == 11)
      // The topic was not removed.
      #expect(await iterator.beat()?.head == 11)
    }
  }

  @Test func whatIsRefusedIsNotAddedAndNothingElseSuffers() async throws {
    var bounds = SubscriptionBounds()
    bounds.perConnection = 4
    try await withEvents(bounds: bounds) { rig in
      let subscriber = rig.subscriber()
      let (_, items) = try await subscriber.subscribe(["m/1/"])
      var iterator = items.makeAsyncIterator()
      let malformed = await #expect(throws: BusError.self) {
        try await subscriber.add(["m/2/", "m/2"])
      }
      #expect(malformed?.code == .denied)
      #expect(malformed?.message.contains("“m/2”") == true)
      // Neither topic was added, so there is room.
      try await subscriber.add(["m/3/"])
      await #expect(throws: BusError.self) { try await subscriber.add(["m/4/", "m/5/", "m/6/"]) }
      rig.publish(1, meeting: "2")
      rig.publish(2, meeting: "4")
      rig.publish(3, meeting: "3")
      rig.publish(4, meeting: "1")
      for sequence in 3...4 { #expect(await iterator.sequence() == Int64(sequence)) }
    }
  }

  @Test func changesNeedASubscriptionAndARouter() async throws {
    try await withEvents { rig in
      let early = rig.subscriber()
      await #expect(throws: BusError.self) { try await early.add(["m/1/"]) }
      await #expect(throws: BusError.self) { try await early.remove(["m/1/"]) }
      let subscriber = rig.subscriber()
      let (_, items) = try await subscriber.subscribe(["m/1/"])
      var iterator = items.makeAsyncIterator()
      let events = try #require(rig.hub.eventsEndpoint)
      let ingest = try #require(rig.hub.ingestEndpoint)
      rig.hub.close()
      let added = await #expect(throws: BusError.self) {
        try await subscriber.add(["m/2/"], timeoutMs: 1)
      }
      #expect(added?.code == .unavailable)
      await #expect(throws: BusError.self) { try await subscriber.remove(["m/1/"], timeoutMs: 1) }
      let waiting = Task { try await subscriber.add(["m/3/"], timeoutMs: 60_000) }
      await Task.yield()
      // A new router at the same address receives the current subscriptions. libzmq frees the
      // address some time after the first one is closed.
      let hub = EventHub(context: rig.context, loop: rig.loop)
      try await waitUntil("the address is free") {
        try rig.opens(hub, events: events, ingest: ingest)
      }
      defer { hub.close() }
      _ = try await waiting.value
      for (sequence, meeting) in [(1, "1"), (2, "2"), (3, "3")] {
        hub.publish([publication(Int64(sequence), meeting: meeting, previous: nil, bytes: 0)])
      }
      #expect(await iterator.sequence() == 3)
      await subscriber.close()
      await #expect(throws: BusError.self) { try await subscriber.add(["m/4/"]) }
    }
  }

  @Test func ephemeralEventsReachTheirSubscribers() async throws {
    try await withEvents { rig in
      let publisher = try rig.publisher()
      // A second service receives the subscription together with the first; then both can publish.
      let (_, items) = try await rig.subscriber().subscribe(["m/1/"])
      let labels = EventLabels(type: "meeting.tick", subject: "c", meeting: "1")
      let elsewhere = EventLabels(type: "meeting.tick", subject: "c", meeting: "10")
      let ticks = Task {
        // A PUB drops messages until the subscription has arrived.
        while !Task.isCancelled {
          publisher.publish(Data("{\"elapsed\":1}".utf8), labels: elsewhere)
          publisher.publish(Data("{\"elapsed\":1}".utf8), labels: labels)
          // Sleeps because it publishes repeatedly until it is cancelled.
          try await rig.loop.sleep(until: .now.advanced(by: .milliseconds(5)))
        }
      }
      for await item in items {
        guard case .event(let topic, let event) = item else { continue }
        #expect(topic == "m/1/meeting.tick/")
        #expect(event.source == "/standups/timer")
        #expect(event.sequence == nil)
        #expect(event.data.text == #"{"elapsed":1}"#)
        break
      }
      ticks.cancel()
      _ = await ticks.result
      publisher.close()
    }
  }

  /// Without keys anyone may publish, but the topic must still match the event.
  @Test func anEventUnderTheTopicOfAnotherIsNotTakenForIt() async throws {
    try await withEvents { rig in
      let socket = try rig.upstream()
      let (_, items) = try await rig.subscriber().subscribe(["t/meeting.tick/"])
      #expect(try await rig.loop.next(socket).first?.string == "\u{1}t/meeting.tick/")
      let event = { (type: String) in
        #" {"specversion":"1.0","id":"1","source":"/x","type":"\#(type)","subject":"1","#
          + #""time":"2026-07-01T08:00:00.000Z","datacontenttype":"application/json","data":{}}"#
      }
      try socket.send([Frame("t/meeting.tick/1/" + event("meeting.finished"))])
      try socket.send([Frame("t/meeting.tick/2/" + event("meeting.tick"))])
      try socket.send([Frame("t/meeting.tick/1/" + event("meeting.tick"))])
      var topics: [String] = []
      for await item in items {
        if case .unreadable(let topic, let reason) = item {
          topics.append(topic)
          #expect(reason.contains("does not match its topic"))
        }
        guard case .event(_, let event) = item else { continue }
        #expect(event.type == "meeting.tick")
        break
      }
      #expect(topics == ["t/meeting.tick/1/", "t/meeting.tick/2/"])
      socket.close()
    }
  }

  @Test func withoutARouterASubscriptionFailsAndCanBeTriedAgain() async throws {
    try await withEvents { rig in
      let endpoint = "ipc://\(rig.directory.path(percentEncoded: false))/later"
      let subscriber = Subscriber(endpoint, context: rig.context, loop: rig.loop)
      await #expect(throws: BusError.self) {
        _ = try await subscriber.subscribe(["m/"], timeoutMs: 1)
      }
      let waiting = Task { try await subscriber.subscribe(["m/"], timeoutMs: 60_000) }
      await Task.yield()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      let hub = EventHub(context: rig.context, loop: rig.loop)
      try hub.open(
        events: endpoint, ingest: "ipc://\(rig.directory.path(percentEncoded: false))/in")
      _ = try await subscriber.subscribe(["m/"], timeoutMs: 20_000)
      await subscriber.close()
      hub.close()
    }
  }

  @Test func whatIsNoSubscriptionIsIgnored() async throws {
    try await withEvents { rig in
      let raw = try Socket(.xsub, in: rig.context, on: rig.loop)
      try raw.set(.linger, to: 0)
      try raw.connect(rig.hub.eventsEndpoint ?? "")
      for frame in [[], [7, 7], [0, 65], [1], Array(repeating: 1, count: 4000)] as [[UInt8]] {
        _ = try raw.trySend([Frame(frame)])
        _ = try raw.trySend([Frame(frame), Frame(frame)])
      }
      _ = try await rig.subscriber().subscribe(["m/"])
      raw.close()
    }
  }

  /// libzmq would activate another client's subscriptions for the next one.
  @Test(arguments: [false, true])
  func whoSendsSomethingElseGetsNobodysSubscription(ipc: Bool) async throws {
    try await withEvents(ipc: ipc) { rig in
      for round in 0..<20 {
        let raw = try Socket(.xsub, in: rig.context, on: rig.loop)
        try raw.set(.linger, to: 0)
        try raw.connect(rig.hub.eventsEndpoint ?? "")
        // So that it is already a subscriber.
        _ = try raw.trySend([Frame("\u{1}~/\(round)")])
        _ = try await rig.nextConfirmation(raw)
        _ = try raw.trySend([Frame("\u{7}what is this")])
        let (one, other) = (rig.subscriber(), rig.subscriber())
        async let first = one.subscribe(["m/\(round)/"], timeoutMs: 20_000)
        async let second = other.subscribe(["s/\(round)/"], timeoutMs: 20_000)
        var items = try await first.items.makeAsyncIterator()
        _ = try await second
        rig.publish(Int64(round), meeting: "\(round)")
        #expect(await items.sequence(isolation: rig) == Int64(round))
        raw.close()
      }
      #expect(rig.ended.values.contains { $0.contains("an invalid subscription") })
    }
  }

  /// Each subscriber is notified of its own rejected topics and receives nothing for them; those before a nonce are
  /// reported in its confirmation.
  @Test(arguments: [false, true])
  func aMalformedSubscriptionIsToldToWhoAsked(ipc: Bool) async throws {
    try await withEvents(ipc: ipc) { rig in
      let careless = try rig.raw()
      let other = try rig.raw()
      for topic in ["m/1", "", "m/1/", "~/a"] { try careless.subscribe(topic) }
      let (first, confirmation) = try await rig.nextConfirmation(careless)
      #expect(first == "~/a")
      #expect(confirmation.denied == ["m/1", ""])
      #expect(confirmation.reasons?.count == 2)
      #expect(
        confirmation.reasons?[1]
          == "Invalid topic; expected one that begins with t/, s/, m/, g/, h/ or ~/.")
      // Rejected for one, not reported to the other; and reported once.
      try careless.subscribe("x/")
      try careless.subscribe("~/b")
      #expect(try await rig.nextConfirmation(careless).1.denied == ["x/"])
      try other.subscribe("s/1/")
      try other.subscribe("~/c")
      #expect(try await rig.nextConfirmation(other).1.denied.isEmpty)
      try careless.subscribe("~/d")
      #expect(try await rig.nextConfirmation(careless).1.denied.isEmpty)

      rig.publish(1, meeting: "10")
      rig.publish(2, meeting: "1")
      // Neither m/10 nor the other topic families of m/1 arrived, although a SUB would have
      // accepted them.
      let event = try await rig.next(careless).first?.bytes ?? []
      #expect(event.starts(with: Array("m/1/meeting.started/ ".utf8)))
      careless.close()
      other.close()
    }
  }

  @Test func whatASubscriberMayNotHaveItIsTold() async throws {
    try await withEvents { rig in
      let subscriber = rig.subscriber()
      let error = await #expect(throws: BusError.self) {
        _ = try await subscriber.subscribe(["m/1"])
      }
      #expect(error?.code == .denied)
      #expect(error?.message.contains("ends with /") == true)
      _ = try await subscriber.subscribe(["m/1/"])
    }
  }

  /// Like a suspended process: its subscriptions remain, and it does not read.
  @Test(arguments: Effort.first(1, of: [false, true]))
  func aStalledSubscriberHarmsNobodyAndSeesWhatItMissed(ipc: Bool) async throws {
    try await withEvents(ipc: ipc, highWater: 50) { rig in
      rig.hub.noteHead(JournalHead(epoch: "e", head: 0))
      let stalled = try rig.raw(rcvhwm: 10)
      for topic in ["m/1/", "h/", "~/n"] { try stalled.subscribe(topic) }
      _ = try await rig.nextConfirmation(stalled)
      var healthy: [AsyncStream<Subscriber.Item>.Iterator] = []
      for _ in 0..<(Effort.isFull ? 3 : 1) {
        healthy.append(try await rig.subscriber().subscribe(["m/1/"]).items.makeAsyncIterator())
      }
      // Far more than the buffers of libzmq and the system: 24 MB.
      let count: Int64 = 1500
      for first in stride(from: Int64(1), to: count, by: 20) {
        for sequence in first..<first + 20 {
          rig.publish(sequence, meeting: "1", previous: sequence - 1, bytes: 16_000)
        }
        #expect(!healthy.isEmpty)
        for index in healthy.indices {
          for sequence in first..<first + 20 {
            let seen = await healthy[index].sequence(isolation: rig)
            guard seen == sequence else {
              throw Unexpected("\(seen ?? -1) came instead of \(sequence)")
            }
          }
        }
      }
      // It resumes. The queued messages are the beginning, without a gap; a heartbeat shows the
      // lost tail.
      var seen: [Int64] = []
      while true {
        let text = String(decoding: try await rig.next(stalled).first?.bytes ?? [], as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1)
        let json = Data(try #require(parts.last).utf8)
        if parts.first == "h/" {
          if try BusJSON.decode(JournalHead.self, from: json).head == count { break }
        } else {
          let event = try BusJSON.decode(CloudEvent.self, from: json)
          seen.append(try #require(event.sequence.flatMap { Int64($0) }))
        }
      }
      // Bounded: most events were queued nowhere.
      #expect(!seen.isEmpty && seen.count < Int(count) * 3 / 4, "\(seen.count)")
      #expect(seen == seen.sorted() && Set(seen).count == seen.count)
      // The next event shows the gap too, through the previous event in its topic family.
      rig.publish(count + 1, meeting: "1", previous: count)
      var next: CloudEvent?
      while next == nil {
        let text = String(decoding: try await rig.next(stalled).first?.bytes ?? [], as: UTF8.self)
        guard text.hasPrefix("m/1/"), let space = text.firstIndex(of: " ") else { continue }
        next = try BusJSON.decode(
          CloudEvent.self, from: Data(text[text.index(after: space)...].utf8))
      }
      #expect(next?.sequence.flatMap { Int64($0) } == count + 1)
      #expect(next?.prevmeeting.flatMap { Int64($0) } == count)
      #expect(seen.last != count)
      stalled.close()
    }
  }
}
