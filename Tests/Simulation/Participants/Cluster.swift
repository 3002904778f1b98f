#if DEBUG || SIMULATION
  import Bus
  import BusRouter
  import Countdown
  import Foundation
  import StandupsDependencies
  import ZeroMQ

  /// Parts of a run: the machine, the connections, the disk, and the current processes.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class Cluster: @unchecked Sendable {
    let machine: Machine
    let plan: Plan
    let board: Switchboard
    let disk: Disk
    let receiver: Receiver
    /// Start of the run, in milliseconds of the machine's clock.
    let startMs: Int64
    private(set) var processes: [Plan.Role: SimulatedProcess] = [:]
    /// Suspended processes that were replaced; they resume later.
    private(set) var replaced: [SimulatedProcess] = []
    private var nextNumber = 1
    /// The processes of clients and subscribers.
    private(set) var others: [SimulatedProcess] = []
    /// Router that is currently running; nil while the router is down.
    var router: Router?
    var events: EventWire?
    /// Start time of the router on the machine's clock, in nanoseconds.
    var routerSince: Int64 = 0
    var history = History()
    var findings: [Finding] = []
    let trace: Trace
    /// Number of commands that clients will repeat, or repeat now.
    var repeats = 0
    /// The lines that a model of the transcription service has reported, by their keys.
    var spoken: [String: SpokenLine] = [:]
    /// The standups in writing that a model of the schedule service has ended, by their idempotency keys.
    var written: [String: WrittenEnd] = [:]
    /// The ids of the persons, by their numbers. A person who is added again has another one.
    private(set) var persons: [Int: UUID] = [:]
    /// Sends the commands of persons.
    private(set) var gateway: Gateway?
    /// True once the run is over.
    private var isOver = false

    init(_ machine: Machine, _ plan: Plan, _ trace: Trace) {
      self.machine = machine
      self.plan = plan
      self.trace = trace
      startMs = machine.nowMs
      board = Switchboard(machine, seed: plan.seed ^ 0xB0A2D)
      disk = Disk(machine, seed: plan.seed ^ 0xD15C)
      receiver = Receiver(seed: plan.seed ^ 0x2EC)
      board.lateOfThousand = plan.conditions.lateOfThousand
      board.droppedOfThousand = plan.conditions.droppedOfThousand
      receiver.failsOfThousand = plan.conditions.failedPostsOfThousand
    }

    /// Milliseconds since the run began.
    var nowMs: Int64 { machine.nowMs - startMs }

    func found(_ invariant: Invariant, _ details: String) {
      // Processes that exit at the end of a run are not reported.
      guard !isOver else { return }
      findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
    }

    // MARK: Processes

    /// Creates a process for a client or a subscriber, which has no faults.
    func makeProcess(_ name: String) -> SimulatedProcess {
      let process = SimulatedProcess(name, number: nextNumber, on: machine)
      nextNumber += 1
      others.append(process)
      return process
    }

    /// Starts the gateway, which has no faults.
    func startGateway() -> Gateway {
      let gateway = Gateway(self)
      self.gateway = gateway
      gateway.start()
      return gateway
    }

    /// Records the id of a person who was added.
    func note(person number: Int, _ id: UUID) {
      persons[number] = id
      gateway?.subscribe(number, id)
    }

    /// Starts a process for a role.
    func start(_ role: Plan.Role) {
      let process = SimulatedProcess(role.rawValue, number: nextNumber, on: machine)
      nextNumber += 1
      processes[role] = process
      trace.note { "\(role.rawValue) starts" }
      machine.run(process) {
        switch role {
        case .router: startRouter(process)
        case .persistence:
          host(StoreService(process, disk), role, process, PeerPort(process, board))
        case .people: startPeople(process)
        case .standups: startStandups(process)
        case .schedule: startSchedule(process)
        case .webhooks: startWebhooks(process)
        case .timer1, .timer2: startTimer(role, process)
        }
      }
    }

    /// Hosts a service like `HostedService`, and starts another process if another instance took over in the
    /// meantime.
    func host(
      _ service: any Service, _ role: Plan.Role, _ process: SimulatedProcess, _ port: PeerPort,
      peer: Peer? = nil
    ) {
      let peer = peer ?? Peer(transport: port, instance: Header.freshID())
      let host = ServiceHost(service, on: peer)
      process.start { [self] in
        try? await host.run()
        await peer.close()
        machine.after(ms: 1) { [self] in ended(role, process) }
      }
    }

    /// Handles a process that exited on its own. Its supervisor restarts it.
    private func ended(_ role: Plan.Role, _ process: SimulatedProcess) {
      guard process.isAlive else { return }
      trace.note { "\(role.rawValue) ends by itself" }
      process.kill()
      replaced.removeAll { $0 === process }
      guard processes[role] === process else { return }
      machine.after(ms: 200) { [self] in
        if processes[role] === process { start(role) }
      }
    }

    // MARK: Faults

    func happen(_ fault: Plan.Fault) {
      trace.note { "fault: \(fault)" }
      switch fault {
      case .kill(let role, let backAfterMs):
        guard let process = processes[role], process.isAlive else { return }
        process.kill()
        machine.after(ms: backAfterMs) { [self] in
          if processes[role] === process { start(role) }
        }
      case .suspend(let role, let ms):
        guard let process = processes[role] else { return }
        process.suspend()
        machine.after(ms: ms) { process.resume() }
      case .replace(let role, let ms):
        guard let process = processes[role], process.condition == .running else { return }
        process.suspend()
        replaced.append(process)
        machine.after(ms: ms / 4) { [self] in
          if processes[role] === process { start(role) }
        }
        machine.after(ms: ms) { process.resume() }
      case .cut(let role):
        if let process = processes[role] { board.cut(process) }
      case .hold(let role, let ms):
        if let process = processes[role] { board.hold(process, forMs: ms) }
      case .slow(let role, let turnMs, let ms):
        guard let process = processes[role] else { return }
        process.slowness = turnMs * 1_000_000
        machine.after(ms: ms) { process.slowness = 0 }
      case .slowDisk(let syncMs, let ms):
        disk.slowMs = syncMs
        machine.after(ms: ms) { [self] in disk.slowMs = 0 }
      case .fullDisk(let ms):
        disk.isFull = true
        machine.after(ms: ms) { [self] in disk.isFull = false }
      case .stepClock(let ms):
        machine.stepWallClock(byMs: ms)
      }
    }

    /// Ends all faults, and restarts missing processes.
    func heal() {
      trace.note { "all heals" }
      board.lateOfThousand = 0
      board.droppedOfThousand = 0
      receiver.failsOfThousand = 0
      disk.heal()
      for role in Plan.Role.allCases {
        guard let process = processes[role] else { continue }
        process.slowness = 0
        if process.condition == .killed { start(role) } else { process.resume() }
      }
      for process in replaced { process.resume() }
    }

    /// Ends everything.
    func end() {
      isOver = true
      for role in Plan.Role.allCases.reversed() { processes[role]?.kill() }
      for process in replaced { process.kill() }
      for process in others { process.kill() }
      machine.clear()
      router = nil
      events = nil
      gateway = nil
    }

    // MARK: Clocks

    /// Clocks of the machine. Their clock id differs from that of the real machine.
    var clock: ClockReader {
      ClockReader { [machine] in
        ClockReading(
          wallMs: machine.wallMs, boot: Self.boot, uptimeUs: machine.now / 1000)
      }
    }

    static let boot = "simulated"
  }
#endif
