import Testing
import Threads
import ZeroMQ

@Suite struct FrameTests {
  @Test(arguments: [0, 1, 32, 33, 34, 1023, 1024, 1025, 100_000])
  func keepsItsBytes(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let frames = [
      Frame(bytes), Frame(adopting: bytes), Frame(bytes.lazy.map { $0 }), Frame(bytes[...]),
      Frame(uninitializedCapacity: count + 10) { buffer, written in
        buffer.copyBytes(from: bytes)
        written = count
      },
    ]
    for frame in frames {
      #expect(frame.count == count)
      #expect(frame.bytes == bytes)
      #expect(frame == frames[0])
      #expect(frame.hashValue == frames[0].hashValue)
      #expect(frame.isEmpty == (count == 0))
    }
  }

  @Test func isTextOnlyWhenItIsUTF8() {
    #expect(Frame("später ❌").string == "später ❌")
    #expect(Frame("").string == "")
    #expect(Frame([0x66, 0xFF, 0x66]).string == nil)
  }

  @Test func differsByAnyByte() {
    #expect(Frame("abc") != Frame("abd"))
    #expect(Frame("abc") != Frame("ab"))
    #expect(Message(["a", "b"]) != Message(["ab"]))
    #expect(Message(["a", "b"]) == Message([Frame("a"), Frame("b")]))
  }

  @Test func copiesShareTheBytes() {
    let frame = Frame([UInt8](repeating: 7, count: 100_000))
    let copy = frame.copy()
    let first = frame.withUnsafeBytes { $0.baseAddress }
    #expect(copy.withUnsafeBytes { $0.baseAddress } == first)
  }

  @Test func adoptsWithoutCopyingAndReleasesItsOwner() {
    let flag = Flag()
    do {
      let owner = Owner(flag)
      let frame = Frame(adopting: owner.buffer, ownedBy: owner)
      #expect(frame.withUnsafeBytes { $0.baseAddress } == owner.buffer.baseAddress)
      #expect(frame.copy().bytes == [UInt8](repeating: 9, count: 5000))
      #expect(!flag.isSet)
    }
    #expect(flag.isSet)
  }

  private final class Flag: Sendable {
    private let state = Locked(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  /// `@unchecked Sendable`: the memory is not written to after `init`.
  private final class Owner: @unchecked Sendable {
    let buffer: UnsafeRawBufferPointer
    private let flag: Flag

    init(_ flag: Flag) {
      self.flag = flag
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 5000, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 9)
      buffer = UnsafeRawBufferPointer(memory)
    }

    deinit {
      buffer.deallocate()
      flag.set()
    }
  }

  @Test func passesOnWhatItsInitialiserThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Frame(uninitializedCapacity: 10) { _, _ throws(Failure) in throw Failure() }
    }
  }

  @Test func isSharedBetweenThreads() async {
    let frame = Frame([UInt8](repeating: 1, count: 5000))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 {
        group.addTask { frame.copy() == Frame([UInt8](repeating: 1, count: 5000)) }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func descriptionsDoNotShowWhatItHolds() {
    #expect("\(Frame("secret"))" == "Frame(6 bytes)")
    #expect("\(Message(["secret", "x"]))" == "Message(6+1 bytes)")
  }

  @Test func aMessageIsACollectionOfFrames() {
    var message: Message = ["a", "bc"]
    message.append("def")
    message.removeFirst()
    message[0] = "x"
    #expect(message.map(\.string) == ["x", "def"])
    #expect(message.byteCount == 4)
  }
}
