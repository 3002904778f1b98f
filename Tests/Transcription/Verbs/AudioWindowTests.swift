import Testing

@testable import Command

@Suite("Audio that is kept until it is settled")
struct AudioWindowTests {
  private func piece(_ index: Int, _ count: Int = 1_600, atMs: Int64? = nil) -> AudioWindow.Piece {
    .init(
      offset: Int64(index * 1_600), atMs: atMs ?? Int64(index * 100),
      samples: Array(repeating: Int16(index), count: count))
  }

  /// A window that has sent everything, with nothing settled.
  private func sent(_ count: Int, limit: Int = 480_000) -> AudioWindow {
    var window = AudioWindow(limit: limit, credit: 1_600)
    for index in 0..<count {
      window.add(piece(index))
      _ = window.message()
      window.accepted(credit: 1_600, settled: 0)
    }
    return window
  }

  @Test("One message is under way at a time, as large as the credit allows")
  func credit() {
    var window = AudioWindow()
    for index in 0..<5 { window.add(piece(index)) }
    #expect(window.message() == piece(0))
    #expect(window.message() == nil)
    window.accepted(credit: 4_000)
    let second = window.message()
    #expect(second?.offset == 1_600)
    #expect(second?.samples.count == 4_000)
    window.accepted(credit: 1_000)
    let third = window.message()
    #expect(third?.offset == 5_600)
    #expect(third?.atMs == 350)
    #expect(third?.samples == Array(repeating: 3, count: 800) + Array(repeating: 4, count: 200))
    window.accepted(credit: 100_000)
    #expect(window.message()?.offset == 6_600)
  }

  @Test("A message holds a second at most, and its pieces in their order")
  func largest() {
    var window = AudioWindow(credit: 480_000)
    for index in 0..<30 { window.add(piece(index)) }
    let first = window.message()
    #expect(first?.samples == (0..<10).flatMap { piece($0).samples })
    window.accepted(credit: 480_000, settled: 0)
    #expect(window.message()?.offset == 16_000)
  }

  @Test("Without credit nothing is sent until it is asked for again")
  func noCredit() {
    var window = AudioWindow()
    window.add(piece(0))
    window.add(piece(1))
    _ = window.message()
    window.accepted(credit: 0)
    #expect(window.message() == nil)
    #expect(!window.isSent)
    window.probe()
    #expect(window.message() == piece(1))
  }

  @Test("What was refused is sent again from its own offset")
  func again() {
    var window = AudioWindow()
    window.add(piece(0))
    let first = window.message()
    window.add(piece(1))
    window.refused()
    #expect(window.message() == first)
  }

  @Test("What is settled is not kept, what is not is")
  func settled() {
    var window = sent(4)
    #expect(window.keptSamples == 6_400)
    #expect(window.isSent)
    #expect(!window.isSettled)
    window.add(piece(4))
    _ = window.message()
    window.accepted(credit: 1_600, settled: 4_000)
    // The piece in which the settled part ends is kept completely, but not sent as one.
    #expect(window.keptSamples == 4_800)
    #expect(window.settled == 4_000)
    window.add(piece(5))
    _ = window.message()
    window.accepted(credit: 1_600, settled: 9_600)
    #expect(window.isSettled)
  }

  @Test("A service that does not say what is settled has it all")
  func silentService() {
    var window = AudioWindow()
    window.add(piece(0))
    _ = window.message()
    window.accepted(credit: 1_600)
    #expect(window.isSettled)
    window.restart()
    #expect(window.message() == nil)
  }

  @Test("After an interruption all that is not settled is sent again, with its times")
  func restart() {
    var window = sent(4)
    window.add(piece(4, atMs: 410))
    _ = window.message()
    window.accepted(credit: 16_000, settled: 2_000)
    window.add(piece(5))
    _ = window.message()
    window.restart()
    let first = window.message()
    #expect(first?.offset == 2_000)
    #expect(first?.atMs == 125)
    #expect(first?.samples.count == 9_600 - 2_000)
    #expect(first?.samples.first == 1)
    #expect(first?.samples.last == 5)
    window.accepted(credit: 16_000, settled: 2_000)
    #expect(window.isSent)
  }

  @Test("What is settled never goes back, and may be ahead of what was sent")
  func monotonic() {
    var window = sent(1)
    window.add(piece(1))
    window.add(piece(2))
    window.add(piece(3))
    _ = window.message()
    // The service knows from another source that these words were reported.
    window.accepted(credit: 1_600, settled: 5_000)
    #expect(window.message()?.offset == 5_000)
    window.accepted(credit: 1_600, settled: 100)
    #expect(window.settled == 5_000)
    window.restart()
    #expect(window.message()?.offset == 5_000)
  }

  @Test("No more is kept than the limit; only what was never sent counts as dropped")
  func limit() {
    var window = sent(4, limit: 6_400)
    window.add(piece(4))
    window.add(piece(5))
    #expect(window.keptSamples == 6_400)
    #expect(window.dropped == 0)
    for index in 6..<10 { window.add(piece(index)) }
    #expect(window.keptSamples == 6_400)
    #expect(window.dropped == 2 * 1_600)
    #expect(window.message()?.offset == 9_600)
    // Pending audio was sent.
    window.add(piece(10))
    #expect(window.dropped == 2 * 1_600)
    window.accepted(credit: 16_000, settled: 0)
    #expect(window.message()?.offset == 11_200)
  }

  @Test("What has to be sent again and is too old is dropped, and its place stays empty")
  func dropped() {
    var window = sent(4, limit: 6_400)
    window.restart()
    for index in 4..<6 { window.add(piece(index)) }
    #expect(window.dropped == 2 * 1_600)
    #expect(window.message()?.offset == 3_200)
  }

  @Test("A gap is never joined over, neither in the samples nor in time")
  func gap() {
    var window = AudioWindow(credit: 16_000)
    window.add(piece(0))
    window.add(piece(3))
    window.add(piece(4, atMs: 9_000))
    window.add(piece(5, atMs: 9_150))
    #expect(window.message() == piece(0))
    window.accepted(credit: 16_000)
    #expect(window.message() == piece(3))
    window.accepted(credit: 16_000)
    #expect(window.message()?.samples.count == 3_200)
  }

  @Test("Asking what is settled sends the last 100 ms once more")
  func ask() {
    var window = sent(1)
    window.add(piece(1, 2_400))
    _ = window.message()
    window.accepted(credit: 16_000, settled: 0)
    _ = window.message()
    window.accepted(credit: 0, settled: 0)
    #expect(window.isSent)
    window.ask()
    let question = window.message()
    #expect(question?.offset == 2_400)
    #expect(question?.atMs == 150)
    #expect(question?.end == 4_000)
    // No query is sent while there is audio to send.
    window.ask()
    #expect(window.underWay == question)
    window.accepted(credit: 0, settled: 4_000)
    #expect(window.isSettled)
    window.ask()
    #expect(window.message() == nil)
  }
}

@Suite("When audio was spoken")
struct SpokenTimesTests {
  /// Chunks of 100 ms that are recorded at the given times.
  private func times(_ heard: [Int64], from start: Int64 = 0) -> [Int64] {
    var times = SpokenTimes()
    return heard.enumerated().map { index, nowMs in
      times.heard(1_600, end: start + Int64(index + 1) * 1_600, nowMs: nowMs)
    }
  }

  @Test("A chunk was spoken before it was heard")
  func first() {
    #expect(times([5_100], from: 80_000) == [5_000])
    // Not before the stream's time 0, even if audio is sent faster than real time.
    #expect(times([50, 60]) == [0, 0])
  }

  @Test("Delays of the reader do not count: the least late chunk tells")
  func jitter() {
    #expect(times([1_180, 1_200, 1_350, 1_400, 1_520]) == [1_080, 1_100, 1_200, 1_300, 1_400])
  }

  @Test("A pause of the source counts from where it was")
  func pause() {
    #expect(times([100, 200, 5_300, 5_390]) == [0, 100, 5_200, 5_290])
  }

  @Test("Audio that waited in a pipe comes at once, and was no pause")
  func burst() {
    #expect(times([100, 900, 900, 900, 900]) == [0, 100, 200, 300, 400])
  }
}
