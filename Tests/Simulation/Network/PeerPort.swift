#if DEBUG || SIMULATION
  import Bus
  import ZeroMQ

  /// A peer's end of its connection to the router.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class PeerPort: PeerTransport, @unchecked Sendable {
    let process: SimulatedProcess
    private let board: Switchboard
    private(set) var wire: Wire?
    private(set) var isOpen = false
    private var onMessage: ((Message) -> Void)?
    private var onReconnect: (() -> Void)?
    private var waiting: (() -> Void)?
    private var wasConnected = false

    init(_ process: SimulatedProcess, _ board: Switchboard) {
      self.process = process
      self.board = board
    }

    var loop: SocketLoop { process.loop }

    func open(onMessage: @escaping (Message) -> Void) throws {
      guard process.isAlive else { return }
      self.onMessage = onMessage
      isOpen = true
      process.whenKilled { [self] in close() }
      board.opened(self)
    }

    func send(_ message: Message) -> Bool {
      guard isOpen, let wire else { return false }
      wire.sendToRouter(message)
      return true
    }

    func whenWritable(_ body: @escaping () -> Void) {
      if wire != nil { body() } else { waiting = body }
    }

    func onReconnect(_ body: @escaping () -> Void) { onReconnect = body }

    /// Messages that were already sent still arrive.
    func close() {
      guard isOpen else { return }
      isOpen = false
      onMessage = nil
      onReconnect = nil
      waiting = nil
      wire?.leave()
      wire = nil
      board.closed(self)
    }

    func deliver(_ message: Message) {
      process.perform { [self] in onMessage?(message) }
    }

    func connected(_ wire: Wire) {
      self.wire = wire
      process.perform { [self] in
        if wasConnected { onReconnect?() }
        wasConnected = true
        let body = waiting
        waiting = nil
        body?()
      }
    }

    func lost() {
      wire = nil
      if isOpen { board.lost(self) }
    }
  }
#endif
