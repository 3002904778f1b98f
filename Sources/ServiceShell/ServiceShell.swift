public import Bus
import Documents
public import FastJSON
public import Logging
public import ZeroMQ

/// The shell around the logic of a service: it does what the effects say.
///
/// It runs on the thread of its connection, so that a decision makes no hop from the message that asked
/// for it to the one that follows from it.
///
/// ```swift
/// let shell = ServiceShell(logic, on: loop, delegate: delegate)
/// try await shell.start()  // what was saved is loaded
/// await shell.drain()      // all that was under way is finished
/// ```
///
/// A run of a service has a term, which it begins before it loads what was saved. When another run has
/// begun one since, or the database is another, a commit is refused: then the service begins anew, as if
/// its process had been started again. Nobody who waits for an answer waits in vain. Where another run may
/// have been in charge, it is asked before anything else is read from what is known here (`confirmTerm`).
public actor ServiceShell<Logic: ServiceLogic> {
  /// The thread on which all of it happens.
  private let loop: SocketLoop
  /// The loop's thread: what is isolated to this actor runs there.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// What decides; a value, so it may be read from anywhere.
  public nonisolated let logic: Logic
  private let delegate: any DelegateCaller
  private let sleeper: any Clock<Duration>
  private let log: @Sendable (LogEntry) -> Void
  private let observe: Observer?

  /// Sees an action before it is taken, and may ask to see the state after it. It must not keep the state
  /// unless it has to: a second reference would make the next change copy all of it.
  public typealias Observer = @Sendable (Logic.Action, Logic.State) -> ((Logic.State) -> Void)?

  /// Only an action changes it.
  public private(set) var state = Logic.initial
  private var callers: [CallerID: CommandTable.Answer] = [:]
  private var nextCaller: CallerID = 1
  /// Pauses under way, by number; a drain cuts them short.
  private var waits: [Int: Task<Void, Never>] = [:]
  private var nextWait = 1
  /// What brings actions by itself; a drain ends it.
  private var listening: Task<Void, Never>?
  /// What wakes the logic, and for which moment.
  private var alarm: (at: Int64, task: Task<Void, Never>)?
  /// Names the term; a new one each time the service begins anew.
  private var term = Header.freshID().lowercaseText
  /// Counts the terms: what comes back from an earlier one is out of date.
  private var generation = 0
  /// Commands that wait until it is known that the term is not over; nil if none have to.
  private var held: [(Logic.Command, Header, CommandTable.Answer)]?
  private var isConfirming = false
  private var isStopping = false
  /// Why the last decision could not be saved; nil once one was.
  private var unsaved: BusError?
  private var starting: [CheckedContinuation<Void, any Error>] = []
  private var draining: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - logic: what decides.
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - sleeper: what is waited on before something is tried again.
  ///   - log: takes lines for the log.
  ///   - observe: sees what happens; nil for nobody.
  public init(
    _ logic: Logic, on loop: SocketLoop, delegate: any DelegateCaller,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    observe: Observer? = nil
  ) {
    self.logic = logic
    self.loop = loop
    self.delegate = delegate
    self.sleeper = sleeper
    self.log = log
    self.observe = observe
  }

  /// Loads what was saved, however long the parent takes to be there.
  ///
  /// - Throws: `BusError` with code `draining`, if the service is stopped, or the task cancelled, before
  ///   that.
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
    BusError(.draining, "The service was stopped while it loaded the saved state.")
  }

  // MARK: Terms

  /// How long the parent may take, and how long it is left alone after that, in milliseconds.
  private static var termPatienceMs: Int { 5000 }
  private static var termPauseMs: Int { 500 }

  /// Tried without end: before it, nothing may be read or written.
  private func beginTerm() {
    guard Logic.hasTerm else { return send(Logic.start) }
    let generation = generation
    delegate.tell(Logic.Term(id: term), causedBy: nil, timeoutMs: Self.termPatienceMs) {
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

  /// The journal has another epoch: what was saved may be other than what is known here.
  public func journalChanged() {
    guard !isStopping else { return }
    beginAnew()
  }

  /// How long commands wait for that, in milliseconds.
  private static var confirmPatienceMs: Int { 1000 }

  /// Another router has taken this run, or one that had given it up: another run may have been in charge
  /// meanwhile. What is asked now is answered when it is known that none has begun a term; if the parent
  /// cannot say so in time, it is answered from what is known, and the parent is asked again.
  public func confirmTerm() {
    guard Logic.hasTerm, !isStopping, !isConfirming else { return }
    isConfirming = true
    held = held ?? []
    askForTerm()
  }

  private func askForTerm() {
    let generation = generation
    delegate.tell(
      Logic.nothing(in: term), causedBy: nil, timeoutMs: Self.confirmPatienceMs
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

  /// What waited is taken.
  private func release() {
    let waiting = held ?? []
    held = nil
    for (command, header, answer) in waiting { begin(command, header, answer) }
  }

  /// The term is over: somebody else may have written since, so nothing that is known here holds.
  private func beginAnew() {
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

  /// Takes no new work, and cuts short what is only waited for; the rest goes on.
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

  /// Takes no new work, and returns when the rest is finished.
  public func drain() async {
    stop()
    guard !logic.isAtRest(state) else { return }
    await withCheckedContinuation { draining.append($0) }
  }

  /// Runs a command.
  ///
  /// - Returns: its reply, as it crosses the bus.
  /// - Throws: `BusError`.
  public func run(_ command: Logic.Command, _ header: Header) async throws -> RawJSON {
    // Not ended by cancellation: every command is answered, and its effect may come either way.
    try await withCheckedThrowingContinuation { continuation in
      begin(command, header) { continuation.resume(with: $0) }
    }
  }

  /// Begins a command, at once where this is called on the shell's thread.
  ///
  /// - Parameter answer: takes its reply, as it crosses the bus, or a `BusError`; called on that thread.
  public nonisolated func run(
    _ command: Logic.Command, _ header: Header, then answer: @escaping CommandTable.Answer
  ) {
    loop.enter { self.assumeIsolated { $0.begin(command, header, answer) } }
  }

  /// Takes what somebody else brings, at once where this is called on the shell's thread.
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

  /// Whether what was saved is loaded; reading it waits for the actor, and so shows that it lives.
  public var isReady: Bool { logic.isReady(state) }

  /// What keeps the service from its work, in a sentence; nil if nothing does.
  public var obstacle: String? {
    if isStopping { return "Stopping; not accepting new work." }
    return isReady ? nil : "The saved state is still loading."
  }

  /// Problems that need a person, one sentence each.
  public var problems: [String] {
    let unsaved = unsaved.map {
      "The last change could not be saved: \($0.message) Check the health and log of persistence."
    }
    return logic.problems(state) + (unsaved.map { [$0] } ?? [])
  }

  /// Takes an action.
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
        // A stream that is cancelled may still give what came in that moment.
        for await action in actions where !Task.isCancelled { send(action, from: generation) }
      }
    case .save(let begin):
      let generation = generation
      begin(delegate, term) { [self] action, failure in
        loop.enter { self.assumeIsolated { $0.saved(action, failure, from: generation) } }
      }
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

  private func saved(_ action: Logic.Action?, _ failure: BusError?, from generation: Int) {
    guard generation == self.generation else { return }
    // A refusal was decided by a store that can write.
    unsaved = failure?.isRefusal == true ? nil : failure
    if let action { send(action) } else { beginAnew() }
  }

  private func send(_ action: Logic.Action, from generation: Int) {
    if generation == self.generation { send(action) }
  }

  /// Cut short by a drain, what follows comes at once; it finds the shell stopping.
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
  /// A key counts for one kind of command: used for another one, it is another key. Used for another body, it is rejected.
  ///
  /// - Parameters:
  ///   - type: the command as it crosses the bus.
  ///   - shell: what answers it.
  ///   - access: who may send it.
  ///   - command: the command as the service's logic knows it.
  public mutating func on<Command: BusCommand, Logic: ServiceLogic>(
    _ type: Command.Type, _ shell: ServiceShell<Logic>, access: Access = .anyone,
    _ command: @escaping @Sendable (Command) throws -> Logic.Command
  ) {
    begin(type, access: access) { body, call, answer in
      var header = call.header
      if let key = header.idem {
        header.idem = "\(Command.target)/\(key)"
        header.request = try RequestDigest.of(body)
      }
      shell.run(try command(body), header, then: answer)
    }
  }
}
