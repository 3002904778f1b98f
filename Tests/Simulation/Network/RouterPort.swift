#if DEBUG || SIMULATION
  import BusRouter
  import RouterConnections
  import ZeroMQ

  /// The router's end of the connections, for one run of the router.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class RouterPort: RouterTransport, @unchecked Sendable {
    let process: SimulatedProcess
    private let board: Switchboard
    var wires: [ConnectionID: Wire] = [:]
    private var onReadable: (() -> Void)?
    private var arrived: (from: ConnectionID, message: Message)?

    init(_ process: SimulatedProcess, _ board: Switchboard) {
      self.process = process
      self.board = board
    }

    var loop: SocketLoop { process.loop }

    func open(onReadable: @escaping () -> Void) throws {
      guard process.isAlive else { return }
      self.onReadable = onReadable
      process.whenKilled { [self] in close() }
      board.opened(self)
    }

    /// Reads the received message. As with ZeroMQ, the router may decide from its head to forward it.
    func take(
      route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer, _ size: Int) -> Passage?,
      receive: (_ from: ConnectionID, Message) -> Void,
      undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void
    ) {
      guard let (from, message) = arrived else { return }
      arrived = nil
      let next = message.first.flatMap { first in
        first.withUnsafeBytes { route(from, $0, message.byteCount) }
      }
      guard let next else { return receive(from, message) }
      let passed = next.apply(to: message)
      let result = send(passed, to: next.to)
      if result != .sent { undelivered(next.to, passed, result) }
    }

    func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
      guard process.isAlive, let wire = wires[connection], !wire.isLeft else { return .unreachable }
      wire.sendToPeer(message)
      return .sent
    }

    func close() {
      onReadable = nil
      board.closed(self)
    }

    func deliver(_ message: Message, from id: ConnectionID) {
      process.perform { [self] in
        guard wires[id] != nil else { return }
        arrived = (id, message)
        onReadable?()
      }
    }
  }
#endif
