public import Bus
import Documents
public import FastJSON
public import StandupsLogging
public import ZeroMQ

/// The shell around the logic of a service, which performs its effects.
///
/// It runs on the thread of its connection, so a decision needs no thread switch between the
/// message that caused it and the messages that result from it.
///
/// ```swift
/// let shell = ServiceShell(logic, on: loop, delegate: delegate)
/// try await shell.start()  // the saved state is loaded
/// await shell.drain()      // all work in progress is finished
/// ```
///
/// A run of a service has a writer epoch, which it begins before it loads the saved state. If
/// another run has begun one since, or the database was replaced, a commit is rejected: the service
/// then starts over, as if its process had been restarted. Every waiting caller gets a reply. If
/// another run may have been active, the shell checks its writer epoch before it reads anything
/// from its own state (`confirmTerm`).
public actor ServiceShell<Logic: ServiceLogic> {
  /// The thread on which everything runs.
  let loop: SocketLoop
  /// The loop as the actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// The logic of the service; a value, so it may be read from any thread.
  public nonisolated let logic: Logic
  let delegate: any DelegateCaller
  private let sleeper: any Clock<Duration>
  private let log: @Sendable (LogEntry) -> Void
  private let observe: Observer?

  /// Sees an action before it is handled, and may return a closure that sees the state afterwards.
  /// It must not keep the state unless necessary: a second reference would make the next change
  /// copy all of it.
  public typealias Observer = @Sendable (Logic.Action, Logic.State) -> ((Logic.State) -> Void)?

  /// An observer that prints the name of each action without its content, which may be secret.
  public static func names(to print: (@Sendable ([String]) -> Void)?) -> Observer? {
    guard let print else { return nil }
    return { action, _ in
      print([String("\(action)".prefix { $0.isLetter })])
      return nil
    }
  }

  /// Changed only by an action.
  public private(set) var state = Logic.initial
  private var callers: [CallerID: CommandTable.Answer] = [:]
  private var nextCaller: CallerID = 1
  /// Waits in progress, by number; a drain ends them early.
  private var waits: [Int: Task<Void, Never>] = [:]
  private var nextWait = 1
  /// Receives actions from a stream; a drain ends it.
  private var listening: Task<Void, Never>?
  /// The alarm of the logic, and its moment.
  private var alarm: (at: Int64, task: Task<Void, Never>)?
  /// Id of the writer epoch; a new one whenever the service starts over.
  private(set) var term = Header.freshID().lowercaseText
  /// Number of the writer epoch: results from an earlier one are outdated.
  private(set) var generation = 0
  /// Commands that wait until the writer epoch is confirmed; nil if none need to wait.
  private var held: [(Logic.Command, Header, CommandTable.Answer)]?
  private var isConfirming = false
  private var isStopping = false
  /// The error of the last decision that could not be saved; nil once one was saved.
  var unsaved: BusError?
  /// Decisions of the current turn that will be sent at its end.
  var gathered: [Saving<Logic.Action>] = []
  /// The condition under which decisions are sent together.
  var batching: Batching
  private var starting: [CheckedContinuation<Void, any Error>] = []
  private var draining: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - logic: the logic of the service.
  ///   - loop: the thread on which everything runs.
  ///   - delegate: sends delegate messages to the composition root.
  ///   - sleeper: the clock for waits.
  ///   - log: receives log entries.
  ///   - observe: sees all actions; nil for none.
  ///   - savesTogether: true to send the decisions of one turn of the loop together. The service must
  ///     declare `BatchDecided`, and the composition root must bind it.
  public init(
    _ logic: Logic, on loop: SocketLoop, delegate: any DelegateCaller,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    observe: Observer? = nil, savesTogether: Bool = false
  ) {
    batching = savesTogether ? .on : .off
    self.logic = logic
    self.loop = loop
    self.delegate = delegate
    self.sleeper = sleeper
    self.log = log
    self.observe = observe
  }

  /// Loads the saved state, and waits for the composition root for as long as necessary.
  ///
  /// - Throws: `BusError` with code `draining` if the service is stopped, or the task cancelled,
  ///   before that.
  public func start() async throws {
    guard !isStopping else { throw Self.stopped }
    beginTerm()
    try await withTaskCancellationHandler {
      guard !logic.isReady(state) else { return }
      try await withCheckedThrowingContinuation { starting.append($0) }
    } onCancel: {
      Task { await giveUpStart() }
    }
  }

  private static var stopped: BusError {
    BusError(.draining, "The service was stopped while it was loading the saved state.")
  }

  // MARK: Writer epochs

  /// Timeout of the request for a writer epoch, and wait before the next one, in milliseconds.
  private static var termPatienceMs: Int { 5000 }
  private static var termPauseMs: Int { 500 }

  /// Repeats the request until it succeeds: before the writer epoch begins, nothing may be read or
  /// written.
  private func beginTerm() {
    guard Logic.hasTerm else { return send(Logic.start) }
    let generation = generation
    delegate.tell(TermBegun(id: term), causedBy: nil, timeoutMs: Self.termPatienceMs) {
      [self] result in
      loop.enter { self.assumeIsolated { $0.termBegan(generation, result) } }
    }
  }

  private func termBegan(_ generation: Int, _ result: Result<Done, any Error>) {
    guard generation == self.generation, !isStopping else { return }
    switch result {
    case .success: send(Logic.start)
    case .failure(let error):
      log(LogEntry(.warning, "A writer epoch could not be started; retrying: \(error)"))
      pause(Self.termPauseMs) { $0.beginTerm() }
    }
  }

  /// Called when the epoch of the journal changes: the saved state may differ from the state in
  /// memory. Does nothing in a service that keeps no documents.
  public func journalChanged() {
    guard Logic.hasTerm, !isStopping else { return }
    beginAnew()
  }

  /// Maximum time for which commands wait for the confirmation, in milliseconds.
  private static var confirmPatienceMs: Int { 1000 }

  /// Called when another router has accepted this run, or when a router has accepted it again after
  /// having given it up: another run may have been active in the meantime. Commands wait until it
  /// is certain that no other run has begun a writer epoch. If the composition root does not reply
  /// in time, they are answered from the state in memory, and the request is repeated.
  public func confirmTerm() {
    // Another router may know the message of batches.
    if batching != .off { batching = .on }
    guard Logic.hasTerm, !isStopping, !isConfirming else { return }
    isConfirming = true
    held = held ?? []
    askForTerm()
  }

  private func askForTerm() {
    let generation = generation
    delegate.tell(
      ChangesDecided(changes: [], term: term), causedBy: nil, timeoutMs: Self.confirmPatienceMs
    ) { [self] result in
      loop.enter { self.assumeIsolated { $0.termConfirmed(generation, result) } }
    }
  }

  private func termConfirmed(_ generation: Int, _ result: Result<CommitOutcome, any Error>) {
    guard generation == self.generation, isConfirming else { return }
    switch result {
    case .success:
      isConfirming = false
    case .failure(let error as BusError) where error.isSuperseded:
      return beginAnew()
    case .failure(let error):
      log(LogEntry(.warning, "The writer epoch could not be confirmed; retrying: \(error)"))
      pause(Self.termPauseMs) { if $0.isConfirming { $0.askForTerm() } }
    }
    release()
  }

  /// Starts the commands that waited.
  private func release() {
    let waiting = held ?? []
    held = nil
    for (command, header, answer) in waiting { begin(command, header, answer) }
  }

  /// Starts over because the writer epoch has ended: another run may have written since, so the
  /// state in memory is outdated.
  func beginAnew() {
    log(
      LogEntry(
        .warning,
        "Another instance started a writer epoch, or the database was replaced; reloading the saved state."
      ))
    generation += 1
    term = Header.freshID().lowercaseText
    for wait in waits.values { wait.cancel() }
    waits = [:]
    listening?.cancel()
    listening = nil
    let waiting = callers
    callers = [:]
    state = Logic.initial
    unsaved = nil
    gathered = []
    setAlarm()
    let error = BusError(
      .unavailable, "The service is reloading the saved state; try again.", retryAfterMs: 100)
    for (_, answer) in waiting.sorted(by: { $0.key < $1.key }) { answer(.failure(error)) }
    if isStopping { send(Logic.drain) } else { beginTerm() }
    isConfirming = false
    release()
  }

  private func giveUpStart() {
    for continuation in starting { continuation.resume(throwing: Self.stopped) }
    starting = []
  }

  /// Stops accepting work and ends waits early; the rest continues.
  public func stop() {
    guard !isStopping else { return }
    isStopping = true
    isConfirming = false
    release()
    send(Logic.drain)
    listening?.cancel()
    for wait in waits.values { wait.cancel() }
    giveUpStart()
  }

  /// Stops accepting work, and returns when the rest is finished.
  public func drain() async {
    stop()
    guard !logic.isAtRest(state) else { return }
    await withCheckedContinuation { draining.append($0) }
  }

  /// Executes a command.
  ///
  /// - Returns: its reply, in its wire form.
  /// - Throws: `BusError`.
  public func run(_ command: Logic.Command, _ header: Header) async throws -> RawJSON {
    // Cancellation does not end it: every command is answered, and may take effect in any case.
    try await withCheckedThrowingContinuation { continuation in
      begin(command, header) { continuation.resume(with: $0) }
    }
  }

  /// Starts a command, synchronously if called on the shell's thread.
  ///
  /// - Parameter answer: receives the reply in its wire form, or a `BusError`; called on that
  ///   thread.
  public nonisolated func run(
    _ command: Logic.Command, _ header: Header, then answer: @escaping CommandTable.Answer
  ) {
    loop.enter { self.assumeIsolated { $0.begin(command, header, answer) } }
  }

  /// Handles an action from outside, synchronously if called on the shell's thread.
  public nonisolated func bring(_ action: Logic.Action) {
    loop.enter { self.assumeIsolated { $0.send(action) } }
  }

  private func begin(
    _ command: Logic.Command, _ header: Header, _ answer: @escaping CommandTable.Answer
  ) {
    if held != nil {
      held?.append((command, header, answer))
      return
    }
    let caller = nextCaller
    nextCaller += 1
    callers[caller] = answer
    send(Logic.received(caller, command, header))
  }

  /// True if the saved state is loaded. Reading it waits for the actor, which shows that it is
  /// alive.
  public var isReady: Bool { logic.isReady(state) }

  /// The reason why the service cannot work, as a sentence; nil if it can.
  public var obstacle: String? {
    if isStopping { return "Stopping; not accepting new work." }
    return isReady ? nil : "\(BusError.loading)."
  }

  /// Problems that need a person's attention, one sentence each.
  public var problems: [String] {
    let unsaved = unsaved.map {
      "The last change could not be saved: \($0.message) Check the health and log of persistence."
    }
    return logic.problems(state) + (unsaved.map { [$0] } ?? [])
  }

  /// Handles an action, and performs its effects.
  public func send(_ action: Logic.Action) {
    let then = observe?(action, state)
    let effects = logic.reduce(&state, action)
    then?(state)
    for effect in effects { perform(logic.work(effect, state)) }
    setAlarm()
    guard !draining.isEmpty, logic.isAtRest(state) else { return }
    for continuation in draining { continuation.resume() }
    draining = []
  }

  private func perform(_ work: ShellWork<Logic.Action>) {
    switch work {
    case .reply(let caller, let result):
      callers.removeValue(forKey: caller)?(result.mapError { $0 })
    case .log(let entry):
      log(entry)
    case .ready:
      for continuation in starting { continuation.resume() }
      starting = []
    case .wait(let ms, let action):
      pause(ms) { $0.send(action) }
    case .listen(let begin):
      listening?.cancel()
      let actions = begin()
      let generation = generation
      listening = Task {
        // A cancelled stream may still deliver an element that arrived at that moment.
        for await action in actions where !Task.isCancelled { send(action, from: generation) }
      }
    case .save(let saving): take(saving)
    case .call(let begin):
      let generation = generation
      begin(delegate) { [self] action in
        loop.enter { self.assumeIsolated { $0.send(action, from: generation) } }
      }
    case .run(let body):
      let (delegate, generation) = (delegate, generation)
      Task { send(await body(delegate), from: generation) }
    }
  }

  private func send(_ action: Logic.Action, from generation: Int) {
    if generation == self.generation { send(action) }
  }

  /// Calls `body` after a wait. If a drain ends the wait early, `body` is called at once and finds
  /// the shell stopping.
  private func pause(_ ms: Int, then body: @escaping @Sendable (isolated ServiceShell) -> Void) {
    let id = nextWait
    nextWait += 1
    let generation = generation
    waits[id] = Task {
      try? await sleeper.sleep(for: .milliseconds(ms))
      guard generation == self.generation else { return }
      waits[id] = nil
      body(self)
    }
  }

  private func setAlarm() {
    let next = isStopping ? nil : logic.alarm(state)
    guard next != alarm?.at else { return }
    alarm?.task.cancel()
    alarm = nil
    guard let next, let action = Logic.alarm else { return }
    let (delay, sleeper) = (max(0, logic.milliseconds(until: next)), sleeper)
    alarm = (
      next,
      Task {
        do { try await sleeper.sleep(for: .milliseconds(delay)) } catch { return }
        guard !Task.isCancelled else { return }
        alarm = nil
        send(action)
      }
    )
  }
}

extension CommandTable {
  /// Registers a command that a shell answers.
  ///
  /// An idempotency key applies to one type of command: with another type, it is a different key.
  /// With another body, the command is rejected.
  ///
  /// - Parameters:
  ///   - type: the command in its wire form.
  ///   - shell: the shell that answers it.
  ///   - command: converts it to the command of the service's logic.
  public mutating func on<Command: BusCommand, Logic: ServiceLogic>(
    _ type: Command.Type, _ shell: ServiceShell<Logic>,
    _ command: @escaping @Sendable (Command) throws -> Logic.Command
  ) {
    begin(type, shell) { body, _ in (try command(body), "") }
  }

  /// Registers a command about its sender. An idempotency key applies to one sender: with the same key
  /// and body, others do not get the first reply.
  ///
  /// - Parameters:
  ///   - type: the command in its wire form.
  ///   - shell: the shell that answers it.
  ///   - command: converts it to the command of the service's logic. It receives the actor in the
  ///     header (`Header.by`); nil for the user of the machine.
  public mutating func onOwn<Command: BusCommand, Logic: ServiceLogic>(
    _ type: Command.Type, _ shell: ServiceShell<Logic>,
    _ command: @escaping @Sendable (Command, _ sender: String?) throws -> Logic.Command
  ) {
    begin(type, shell) { body, sender in (try command(body, sender), "\(sender ?? "")/") }
  }

  /// - Parameter command: returns the command of the logic, and the part of its key that separates
  ///   senders.
  private mutating func begin<Command: BusCommand, Logic: ServiceLogic>(
    _ type: Command.Type, _ shell: ServiceShell<Logic>,
    _ command: @escaping @Sendable (Command, _ sender: String?) throws -> (Logic.Command, String)
  ) {
    begin(type) { body, call, answer in
      var header = call.header
      let (command, prefix) = try command(body, header.by)
      if let key = header.idem {
        header.idem = "\(Command.target)/\(prefix)\(key)"
        header.request = try RequestDigest.of(body, for: header.scope)
      }
      shell.run(command, header, then: answer)
    }
  }
}
