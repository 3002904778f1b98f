import Bus
import CMemory
import FastJSON

/// What one countdown's tick events have that others have not, in one piece of memory: id, subject,
/// type, then its topics. What all have is the writer's: the less is read for a tick, the fewer misses of
/// the cache. Its owner gives the memory back.
struct TickTemplate {
  private let memory: UnsafeMutableRawPointer
  /// Where each part ends, in order; ends that are not used repeat the one before.
  private let ends: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  /// Where the subject begins: within the id that ends with it, as nearly always, or after it.
  private let subjectStart: UInt32
  private let topics: UInt8

  /// The id of a tick's event is that of the countdown, a slash and the elapsed milliseconds: the same
  /// tick sent twice, by two timers, has the same one.
  init(id: String, labels: EventLabels) {
    let topics = Topic.all(for: labels).map { $0 + " " }
    let unused = Array(repeating: "", count: 3 - topics.count)
    self.topics = UInt8(topics.count)
    var words = [id, labels.subject, labels.type].map(Self.escaped)
    let (idCount, subjectCount) = (words[0].utf8.count, words[1].utf8.count)
    let isInID = words[0].utf8.suffix(subjectCount).elementsEqual(words[1].utf8)
    if isInID { words[1] = "" }
    subjectStart = UInt32(isInID ? idCount - subjectCount : idCount)
    var bytes: [UInt8] = []
    let ends = (words + topics + unused).map { text in
      bytes.append(contentsOf: text.utf8)
      return UInt32(bytes.count)
    }
    self.ends = (ends[0], ends[1], ends[2], ends[3], ends[4], ends[5])
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.copyMemory(from: start, byteCount: source.count) }
    }
  }

  /// Brings it into the cache, without waiting for it.
  func prefetch() { cmemory_prefetch(memory, Int(ends.5)) }

  func deallocate() { memory.deallocate() }

  /// The countdown's id, escaped for JSON like the other words, without quotes.
  var id: UnsafeRawBufferPointer { part(0, ends.0) }
  var subject: UnsafeRawBufferPointer { part(subjectStart, ends.1) }
  var type: UnsafeRawBufferPointer { part(ends.1, ends.2) }

  var topicCount: Int { Int(topics) }

  /// A topic with its space.
  func topic(_ index: Int) -> UnsafeRawBufferPointer {
    switch index {
    case 0: part(ends.2, ends.3)
    case 1: part(ends.3, ends.4)
    default: part(ends.4, ends.5)
    }
  }

  /// At least as many bytes as its words take in an event.
  var maxBytes: Int { 2 * Int(ends.0) + Int(ends.2) }

  private func part(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory + Int(start), count: Int(end - start))
  }

  private static func escaped(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 2)
    writer.string(text)
    return writer.withBytes { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
  }
}
