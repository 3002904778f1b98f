#if DEBUG || SIMULATION
  import Bus
  import RouterConnections
  import StandupsDependencies
  import ZeroMQ

  /// The connections between the processes, with the behaviour of ZeroMQ over TCP: messages of one connection arrive in
  /// order, possibly late, or not at all if the connection ends. Two connections are independent.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Switchboard: @unchecked Sendable {
    let machine: Machine
    private var random: SeededGenerator
    private(set) var port: RouterPort?
    /// Open peers, in order of creation.
    private var peers: [PeerPort] = []
    private var nextConnection: UInt64 = 1
    private(set) var subscribers: [SubscriberPort] = []

    /// Latency of a message, in nanoseconds.
    var latency: ClosedRange<Int64> = 30_000...600_000
    /// Number of messages per thousand that are late.
    var lateOfThousand: Int64 = 0
    var maxLateness: Int64 = 400_000_000
    /// Number of events per thousand that are dropped for each subscriber.
    var droppedOfThousand: Int64 = 0
    /// Called for each sent message, for a trace.
    var onMessage: ((_ from: String, _ to: String, Message) -> Void)?

    init(_ machine: Machine, seed: UInt64) {
      self.machine = machine
      random = SeededGenerator(seed: seed)
    }

    func chance(_ ofThousand: Int64) -> Bool {
      ofThousand > 0 && Int64.random(in: 0..<1000, using: &random) < ofThousand
    }

    func delay() -> Int64 {
      let usual = Int64.random(in: latency, using: &random)
      guard chance(lateOfThousand) else { return usual }
      return usual + Int64.random(in: 0...maxLateness, using: &random)
    }

    private func pause(_ ms: ClosedRange<Int64>) -> Int64 {
      Int64.random(in: ms, using: &random) * 1_000_000
    }

    // MARK: Ends

    func opened(_ port: RouterPort) {
      self.port = port
      for peer in peers { connect(peer, after: pause(1...120)) }
      for subscriber in subscribers { connect(subscriber) }
    }

    func closed(_ port: RouterPort) {
      guard self.port === port else { return }
      self.port = nil
      for peer in peers { peer.wire?.cut() }
      for subscriber in subscribers { subscriber.isConnected = false }
    }

    func opened(_ peer: PeerPort) {
      peers.append(peer)
      connect(peer, after: pause(0...3))
    }

    func closed(_ peer: PeerPort) {
      peers.removeAll { $0 === peer }
    }

    /// Handles a connection that was cut. Its peer reconnects.
    func lost(_ peer: PeerPort) {
      connect(peer, after: pause(5...150))
    }

    private func connect(_ peer: PeerPort, after wait: Int64) {
      machine.after(wait) { [self] in
        guard peer.isOpen, peer.wire == nil, let port else { return }
        let id = ConnectionID(rawValue: nextConnection)
        nextConnection += 1
        let wire = Wire(id, peer, port, self)
        port.wires[id] = wire
        peer.connected(wire)
      }
    }

    // MARK: Subscribers

    func add(_ subscriber: SubscriberPort) {
      subscribers.append(subscriber)
      connect(subscriber)
    }

    func remove(_ subscriber: SubscriberPort) {
      subscribers.removeAll { $0 === subscriber }
    }

    /// Closes the connection of a subscriber, which connects again.
    func reconnect(_ subscriber: SubscriberPort) {
      subscriber.isConnected = false
      connect(subscriber)
    }

    private func connect(_ subscriber: SubscriberPort) {
      machine.after(pause(1...150)) { [self] in
        if port != nil, subscribers.contains(where: { $0 === subscriber }) {
          subscriber.isConnected = true
        }
      }
    }

    // MARK: Faults

    /// Ends the connections of a process.
    func cut(_ process: SimulatedProcess) {
      for peer in peers where peer.process === process { peer.wire?.cut() }
    }

    /// Delays the messages from and to a process for a while.
    func hold(_ process: SimulatedProcess, forMs ms: Int64) {
      let end = machine.now + ms * 1_000_000
      for peer in peers where peer.process === process { peer.wire?.hold(until: end) }
    }
  }

  /// One connection.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Wire: @unchecked Sendable {
    let id: ConnectionID
    private let peer: PeerPort
    private let port: RouterPort
    private let board: Switchboard
    /// True if the connection was cut, so that pending messages do not arrive.
    private(set) var isCut = false
    /// True if the peer's end is closed. Messages that it sent before still arrive.
    private(set) var isLeft = false
    /// Arrival time of the last message in each direction, which later messages must not overtake.
    private var toRouter: Int64 = 0
    private var toPeer: Int64 = 0

    init(_ id: ConnectionID, _ peer: PeerPort, _ port: RouterPort, _ board: Switchboard) {
      self.id = id
      self.peer = peer
      self.port = port
      self.board = board
    }

    func hold(until end: Int64) {
      toRouter = max(toRouter, end)
      toPeer = max(toPeer, end)
    }

    func cut() {
      guard !isCut else { return }
      isCut = true
      port.wires[id] = nil
      if peer.wire === self { peer.lost() }
    }

    func leave() { isLeft = true }

    func sendToRouter(_ message: Message) {
      board.onMessage?(peer.process.name, "router", message)
      toRouter = max(toRouter + 1, board.machine.now + board.delay())
      board.machine.after(toRouter - board.machine.now) { [self] in
        if !isCut { port.deliver(message, from: id) }
      }
    }

    func sendToPeer(_ message: Message) {
      board.onMessage?("router", peer.process.name, message)
      toPeer = max(toPeer + 1, board.machine.now + board.delay())
      board.machine.after(toPeer - board.machine.now) { [self] in
        if !isCut, !isLeft { peer.deliver(message) }
      }
    }
  }
#endif
