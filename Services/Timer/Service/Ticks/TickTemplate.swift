import Bus
import CMemory
import FastJSON

/// Constant part of the tick events of one countdown, in one block of memory: id, subject, type and
/// team, followed by its topics. The text that all countdowns share is in the writer, because a tick
/// has fewer cache misses if it reads less memory. The owner frees the memory.
struct TickTemplate {
  private let memory: UnsafeMutableRawPointer
  /// End of each part, in order. Unused ends repeat the one before.
  private let ends: InlineArray<10, UInt32>
  /// Start of the subject. If the id ends with the subject, as it nearly always does, the subject
  /// is within the id; otherwise, it follows the id.
  private let subjectStart: UInt32
  private let topics: UInt8

  /// Creates the template. The id of a tick event consists of the countdown's id, a slash and the
  /// elapsed milliseconds, so that a tick that two timers publish has the same id.
  init(id: String, labels: EventLabels) {
    let topics = Topic.all(for: labels).map { $0 + " " }
    let unused = Array(repeating: "", count: Topic.maxCount - topics.count)
    self.topics = UInt8(topics.count)
    var words = [id, labels.subject, labels.type, labels.team ?? ""].map(Self.escaped)
    let (idCount, subjectCount) = (words[0].utf8.count, words[1].utf8.count)
    let isInID = words[0].utf8.suffix(subjectCount).elementsEqual(words[1].utf8)
    if isInID { words[1] = "" }
    subjectStart = UInt32(isInID ? idCount - subjectCount : idCount)
    var bytes: [UInt8] = []
    let ends = (words + topics + unused).map { text in
      bytes.append(contentsOf: text.utf8)
      return UInt32(bytes.count)
    }
    self.ends = InlineArray { ends[$0] }
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.copyMemory(from: start, byteCount: source.count) }
    }
  }

  /// Prefetches the memory without waiting for it.
  func prefetch() { cmemory_prefetch(memory, Int(ends[9])) }

  /// Frees the memory.
  func deallocate() { memory.deallocate() }

  /// Id of the countdown, escaped for JSON like the other strings, without quotes.
  var id: UnsafeRawBufferPointer { part(0, ends[0]) }
  var subject: UnsafeRawBufferPointer { part(subjectStart, ends[1]) }
  var type: UnsafeRawBufferPointer { part(ends[1], ends[2]) }
  /// Empty for a countdown that belongs to no team.
  var team: UnsafeRawBufferPointer { part(ends[2], ends[3]) }

  var topicCount: Int { Int(topics) }

  /// A topic, with a space after it.
  func topic(_ index: Int) -> UnsafeRawBufferPointer {
    part(ends[Self.words - 1 + index], ends[Self.words + index])
  }

  /// Number of parts before the topics.
  private static let words = 4

  /// Upper bound of the number of bytes that its strings take in an event.
  var maxBytes: Int { 2 * Int(ends[0]) + Int(ends[3]) }

  private func part(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory + Int(start), count: Int(end - start))
  }

  private static func escaped(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 2)
    writer.string(text)
    return writer.withBytes { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
  }
}
