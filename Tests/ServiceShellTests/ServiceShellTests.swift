import Bus
import Documents
import FastJSON
import ServiceShell
import TestSupport
import Testing
import ZeroMQ

/// The shell around logic that is controlled by commands.
@Suite struct ServiceShellTests {
  private let loop: SocketLoop
  private let sleeper = TestClock()

  init() throws {
    loop = try SocketLoop(name: "shell-test")
  }

  private func shell(
    _ delegate: ScriptedDelegate = ScriptedDelegate { _ in Done() },
    observe: ServiceShell<TestLogic>.Observer? = nil
  ) -> ServiceShell<TestLogic> {
    ServiceShell(TestLogic(), on: loop, delegate: delegate, sleeper: sleeper, observe: observe)
  }

  // MARK: Commands

  @Test func aCallerIsAnsweredOnce() async throws {
    let shell = shell()
    #expect(try await shell.run(.echo("one"), Header()).string == "one")
    #expect(try await shell.run(.echo("two"), Header()).string == "two")
    await loop.stop()
  }

  @Test func commandsFromTheLoopAreTakenOnTheLoop() async throws {
    let loop = loop
    let isOnLoop = Recorder<Bool>()
    let shell = shell(
      ScriptedDelegate { _ in
        isOnLoop.record(loop.isCurrent)
        return Done()
      })
    let caller = Caller(on: loop)
    let numbers = Array(0..<200)
    let answered = try await caller.answers(to: numbers) { number in
      // Half of them are answered at once, the others after the parent was notified.
      _ = try await shell.run(number < 100 ? .echo("\(number)") : .tell, Header())
    }
    // The runtime may resume waiting tasks in any order.
    #expect(answered.sorted() == numbers)
    #expect(isOnLoop.values.count == 100 && isOnLoop.values.allSatisfy { $0 })
    // A command that needs no other service is answered before the loop does anything else.
    #expect(try await caller.isAtOnce { _ = try await shell.run(.echo("x"), Header()) })
    await loop.stop()
  }

  @Test func whatTheParentSaysComesBack() async throws {
    struct Odd: Error {}
    let answers = Recorder<Void>()
    let delegate = ScriptedDelegate { _ in
      answers.record(())
      switch answers.values.count {
      case 1: return Done()
      case 2: throw BusError(.conflict, "No.")
      default: throw Odd()
      }
    }
    let shell = shell(delegate)
    #expect(try await shell.run(.tell, Header()).string == "told")
    let refused = await #expect(throws: BusError.self) { try await shell.run(.tell, Header()) }
    #expect(refused == BusError(.conflict, "No."))
    let odd = await #expect(throws: BusError.self) { try await shell.run(.tell, Header()) }
    #expect(odd?.code == .unavailable && odd?.message.contains("test.noted") == true)
    await loop.stop()
  }

  /// For any reason, and in every service that makes decisions.
  @Test func aDecisionThatIsNotSavedIsAProblemUntilOneIs() async throws {
    let answers = Recorder<Void>()
    let delegate = ScriptedDelegate { message in
      guard message is ChangesDecided else { return Done() }
      answers.record(())
      switch answers.values.count {
      case 1, 4: return CommitOutcome()
      case 2: throw BusError(.unavailable, "The disk fails.")
      default: throw BusError(.conflict, "Another revision is there.")
      }
    }
    let shell = shell(delegate)
    _ = try await shell.run(.save, Header())
    #expect(await shell.problems == [])
    await #expect(throws: BusError.self) { try await shell.run(.save, Header()) }
    let problems = await shell.problems
    #expect(problems.count == 1)
    #expect(problems.first?.contains("could not be saved: The disk fails.") == true)
    // The store was available to reject it.
    await #expect(throws: BusError.self) { try await shell.run(.save, Header()) }
    #expect(await shell.problems == [])
    _ = try await shell.run(.save, Header())
    #expect(await shell.problems == [])
    await loop.stop()
  }

  @Test func aKeyCountsForOneKindOfCommand() async throws {
    struct First: BusCommand {
      typealias Reply = String?
      static let target = "test.first"
      static let traits = CommandTraits(access: .member)
    }
    struct Second: BusCommand {
      typealias Reply = String?
      static let target = "test.second"
      static let traits = CommandTraits(access: .parent)
    }
    struct Refused: BusCommand {
      typealias Reply = String?
      static let target = "test.refused"
      static let traits = CommandTraits(access: .observer)
    }
    let shell = shell()
    var table = CommandTable()
    table.on(First.self, shell) { _ in .key }
    table.on(Second.self, shell) { _ in .key }
    table.on(Refused.self, shell) { _ in throw BusError(.invalid, "No.") }
    #expect(
      table.declarations.map(\.access) == [.member, .observer, .parent], "first, refused, second")
    let commands = table
    func answer(to target: String, key: String?) async throws -> String {
      let data = try await commands.run(
        target, body: BusJSON.encode(Done()), call: Call(header: Header(idem: key)))
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try await answer(to: First.target, key: "k") == #""test.first/k""#)
    #expect(try await answer(to: Second.target, key: "k") == #""test.second/k""#)
    #expect(try await answer(to: First.target, key: nil) == "null")
    let error = await #expect(throws: BusError.self) {
      try await answer(to: Refused.target, key: "k")
    }
    #expect(error?.code == .invalid)
    await loop.stop()
  }

  // MARK: Starting

  @Test func theStartWaitsUntilAllIsLoaded() async throws {
    let started = Recorder<Void>()
    let shell = shell { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    async let start: Void = shell.start()
    await started.wait(for: 1)
    #expect(await shell.obstacle == "The service is still loading its data.")
    await shell.send(.loaded)
    try await start
    #expect(await shell.obstacle == nil)
    // Loaded data is not waited for.
    try await shell.start()
    await loop.stop()
  }

  enum Stop: CaseIterable {
    case before, meanwhile, cancelled
  }

  @Test(arguments: Stop.allCases) func aStartThatIsStoppedEnds(_ stop: Stop) async throws {
    let started = Recorder<Void>()
    let shell = shell { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    if stop == .before { await shell.drain() }
    let start = Task { try await shell.start() }
    if stop != .before { await started.wait(for: 1) }
    switch stop {
    case .before: break
    case .meanwhile: await shell.drain()
    case .cancelled: start.cancel()
    }
    let error = await #expect(throws: BusError.self) { try await start.value }
    #expect(error?.code == .draining)
    await loop.stop()
  }

  // MARK: Writer epochs

  @Test func theTermBeginsBeforeAnythingIsLoaded() async throws {
    let started = Recorder<Void>()
    let answers = Recorder<Void>()
    let delegate = ScriptedDelegate { _ in
      answers.record(())
      if answers.values.count < 3 { throw BusError(.unavailable, "It is away.") }
      return Done()
    }
    let shell = shell(delegate) { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    let start = Task { try await shell.start() }
    for _ in 1...2 {
      await sleeper.waitForSleepers()
      #expect(started.values.isEmpty)
      sleeper.advance(by: .milliseconds(500))
    }
    await started.wait(for: 1)
    // The same writer epoch, however often it is sent.
    #expect(Set(delegate.told.values.compactMap { ($0 as? TermBegun)?.id }).count == 1)
    await shell.send(.loaded)
    try await start.value
    await loop.stop()
  }

  @Test func whatIsDecidedInATermThatIsOverMakesItBeginAnew() async throws {
    let started = Recorder<Void>()
    let delegate = ScriptedDelegate { message in
      guard let decided = message as? ChangesDecided else { return Done() }
      _ = decided
      throw BusError(.conflict, "The term is over.", detail: ["store": "superseded"])
    }
    let shell = shell(delegate) { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    let start = Task { try await shell.start() }
    await started.wait(for: 1)
    await shell.send(.loaded)
    try await start.value
    await shell.send(.heard(1))
    await shell.send(.setAlarm(60_000))
    let waiting = Task { try await shell.run(.wait(ms: 1000), Header()) }
    await sleeper.waitForSleepers(2)
    let refused = await #expect(throws: BusError.self) { try await shell.run(.save, Header()) }
    // The outcome is unknown, so it is retryable.
    #expect(refused?.code == .unavailable && refused?.retryable == true)
    let other = await #expect(throws: BusError.self) { try await waiting.value }
    #expect(other?.code == .unavailable)
    await started.wait(for: 2)
    #expect(await shell.state.heard.isEmpty)
    #expect(await shell.state.pending.isEmpty)
    #expect(await shell.obstacle == "The service is still loading its data.")
    #expect(sleeper.sleepers == 0)
    let terms = delegate.told.values.compactMap { ($0 as? TermBegun)?.id }
    #expect(terms.count == 2 && Set(terms).count == 2)
    let used = delegate.told.values.compactMap { ($0 as? ChangesDecided)?.term }
    #expect(used == [terms[0]])
    await shell.send(.loaded)
    #expect(await shell.obstacle == nil)
    await loop.stop()
  }

  @Test func anotherJournalMakesItBeginAnew() async throws {
    let started = Recorder<Void>()
    let delegate = ScriptedDelegate { _ in Done() }
    let shell = shell(delegate) { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    let start = Task { try await shell.start() }
    await started.wait(for: 1)
    await shell.send(.loaded)
    try await start.value
    await shell.send(.heard(1))
    await shell.journalChanged()
    await started.wait(for: 2)
    #expect(await shell.state.heard.isEmpty)
    #expect(await shell.obstacle == "The service is still loading its data.")
    let terms = delegate.told.values.compactMap { ($0 as? TermBegun)?.id }
    #expect(terms.count == 2 && Set(terms).count == 2)
    await loop.stop()
  }

  /// A ready shell with a scripted parent.
  private func ready(
    _ answer: @escaping @Sendable (ChangesDecided) async throws -> CommitOutcome,
    _ started: Recorder<Void>
  ) async throws -> ServiceShell<TestLogic> {
    let delegate = ScriptedDelegate { message in
      guard let decided = message as? ChangesDecided else { return Done() }
      return try await answer(decided)
    }
    let shell = shell(delegate) { action, _ in
      if case .start = action { started.record(()) }
      return nil
    }
    let start = Task { try await shell.start() }
    await started.wait(for: 1)
    await shell.send(.loaded)
    try await start.value
    return shell
  }

  @Test func inFrontOfAnotherRouterNothingIsReadBeforeTheTermIsConfirmed() async throws {
    let (asked, started) = (Recorder<String?>(), Recorder<Void>())
    let answer = Recorder<Void>()
    let shell = try await ready(
      { decided in
        asked.record(decided.term)
        await answer.wait(for: 1)
        return CommitOutcome()
      }, started)
    await shell.confirmTerm()
    await shell.confirmTerm()
    await asked.wait(for: 1)
    let replies = Recorder<String?>()
    let read = Task { replies.record(try await shell.run(.echo("one"), Header()).string) }
    await shell.send(.heard(1))
    #expect(replies.values.isEmpty)
    answer.record(())
    try await read.value
    #expect(replies.values == ["one"])
    #expect(asked.values.count == 1 && asked.values.first != .some(nil))
    // It is unchanged.
    #expect(await shell.state.heard == [1])
    #expect(started.values.count == 1)
    await loop.stop()
  }

  @Test func whoWasReplacedMeanwhileBeginsAnewBeforeItIsRead() async throws {
    let started = Recorder<Void>()
    let shell = try await ready(
      { _ in
        throw BusError(.conflict, "The term is over.", detail: ["store": "superseded"])
      }, started)
    await shell.send(.heard(1))
    await shell.confirmTerm()
    // Answered from the reloaded data, not from the earlier one.
    #expect(try await shell.run(.echo("one"), Header()).string == "one")
    await started.wait(for: 2)
    #expect(await shell.state.heard.isEmpty)
    #expect(await shell.obstacle == "The service is still loading its data.")
    await loop.stop()
  }

  @Test func aTermThatNobodyConfirmsIsAskedForAgain() async throws {
    let (asked, started) = (Recorder<Void>(), Recorder<Void>())
    let shell = try await ready(
      { _ in
        asked.record(())
        if asked.values.count < 3 { throw BusError(.expired, "It is away.") }
        return CommitOutcome()
      }, started)
    await shell.confirmTerm()
    // The known data is better than no answer.
    #expect(try await shell.run(.echo("one"), Header()).string == "one")
    for count in 2...3 {
      await sleeper.waitForSleepers()
      sleeper.advance(by: .milliseconds(500))
      await asked.wait(for: count)
    }
    #expect(try await shell.run(.echo("two"), Header()).string == "two")
    #expect(started.values.count == 1)
    // A drain does not wait.
    await shell.confirmTerm()
    await shell.drain()
    await loop.stop()
  }

  // MARK: Alarms

  @Test func theLogicIsWokenWhenItWantsToBe() async throws {
    let woken = Recorder<Void>()
    let shell = shell { action, _ in
      if case .woken = action { woken.record(()) }
      return nil
    }
    await shell.send(.setAlarm(1000))
    await sleeper.waitForSleepers()
    // An earlier alarm replaces it, and an equal one changes nothing.
    await shell.send(.setAlarm(400))
    await shell.send(.heard(1))
    await sleeper.waitForSleepers()
    sleeper.advance(by: .milliseconds(399))
    #expect(woken.values.isEmpty && sleeper.sleepers == 1)
    sleeper.advance(by: .milliseconds(1))
    await woken.wait(for: 1)
    await shell.send(.setAlarm(1000))
    await sleeper.waitForSleepers()
    await shell.send(.setAlarm(nil))
    await shell.send(.setAlarm(2000))
    await sleeper.waitForSleepers()
    await shell.drain()
    #expect(woken.values.count == 1)
    await loop.stop()
  }

  // MARK: Draining

  @Test func aDrainCutsWaitsShortAndReturnsAtRest() async throws {
    let shell = shell()
    async let first = shell.run(.wait(ms: 1000), Header())
    async let second = shell.run(.wait(ms: 2000), Header())
    await sleeper.waitForSleepers(2)
    await shell.drain()
    #expect(await shell.state.pending.isEmpty)
    #expect(sleeper.sleepers == 0)
    #expect(try await first.string == "waited")
    #expect(try await second.string == "waited")
    #expect(await shell.obstacle == "Stopping; not accepting new work.")
    await loop.stop()
  }

  @Test func withoutADrainTheTimeComes() async throws {
    let shell = shell()
    async let reply = shell.run(.wait(ms: 1000), Header())
    await sleeper.waitForSleepers()
    sleeper.advance(by: .milliseconds(999))
    #expect(sleeper.sleepers == 1)
    sleeper.advance(by: .milliseconds(1))
    #expect(try await reply.string == "waited")
    await loop.stop()
  }

  @Test func aDrainWaitsForWhatIsUnderWay() async throws {
    let drains = Recorder<Void>()
    let release = Recorder<Void>()
    let drained = Recorder<Void>()
    let delegate = ScriptedDelegate { _ in
      await release.wait(for: 1)
      return Done()
    }
    let shell = shell(delegate) { action, _ in
      if case .drain = action { drains.record(()) }
      return nil
    }
    async let reply = shell.run(.tell, Header())
    await delegate.told.wait(for: 1)
    async let drain: Void = {
      await shell.drain()
      drained.record(())
    }()
    await drains.wait(for: 1)
    #expect(await shell.state.pending.count == 1)
    #expect(drained.values.isEmpty)
    release.record(())
    await drain
    #expect(try await reply.string == "told")
    // Once is enough.
    await shell.drain()
    #expect(drains.values.count == 1)
    await loop.stop()
  }

  // MARK: Notifications

  @Test func aStreamTakesThePlaceOfTheOneBeforeUntilADrain() async throws {
    let heard = Recorder<Int>()
    let ended = Recorder<Int>()
    let shell = shell { action, _ in
      if case .heard(let number) = action { heard.record(number) }
      return nil
    }
    func listen(_ number: Int) async -> AsyncStream<TestLogic.Action>.Continuation {
      let (actions, continuation) = AsyncStream.makeStream(of: TestLogic.Action.self)
      continuation.onTermination = { _ in ended.record(number) }
      await shell.send(.listen(actions))
      return continuation
    }
    let first = await listen(1)
    first.yield(.heard(1))
    await heard.wait(for: 1)
    let second = await listen(2)
    await ended.wait(for: 1)
    first.yield(.heard(0))
    second.yield(.heard(2))
    #expect(await heard.wait(for: 2) == [1, 2])
    await shell.drain()
    #expect(await ended.wait(for: 2) == [1, 2])
    #expect(await shell.state.heard == [1, 2])
    await loop.stop()
  }

  @Test func anObserverSeesTheStateBeforeAndAfter() async throws {
    let seen = Recorder<[Int]>()
    let shell = shell { _, before in
      let before = before.heard.count
      return { after in seen.record([before, after.heard.count]) }
    }
    await shell.send(.heard(7))
    await shell.send(.heard(8))
    #expect(seen.values == [[0, 1], [1, 2]])
    await loop.stop()
  }
}

/// Sends commands from the loop, as a connection does.
private actor Caller {
  private let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var answered: [Int] = []

  init(on loop: SocketLoop) { self.loop = loop }

  /// Starts all commands in one turn.
  ///
  /// - Returns: the numbers in the order of the replies.
  func answers(
    to numbers: [Int], _ run: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> [Int] {
    let tasks = numbers.map { number in
      Task {
        try await run(number)
        answered.append(number)
      }
    }
    for task in tasks { try await task.value }
    return answered
  }

  /// True if the body completes before the loop does anything else.
  func isAtOnce(_ body: @Sendable () async throws -> Void) async throws -> Bool {
    let others = Recorder<Void>()
    loop.async { others.record(()) }
    try await body()
    return others.values.isEmpty
  }
}
