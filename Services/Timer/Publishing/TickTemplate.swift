import Bus
import FastJSON

/// What is the same in all tick events of one countdown, in one piece of memory: its topics, then the
/// JSON between what varies. Its owner gives the memory back.
///
/// Members are in the order of `BusJSON`, so that the whole equals what Codable writes.
struct TickTemplate {
  /// Topics first, each with its space, then the pieces of JSON, one after the other.
  private let memory: UnsafeMutableRawPointer
  /// Where each of them ends, in order; ends that are not used repeat the one before.
  private let ends: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  private let topics: UInt8

  /// The source of all events of this service.
  static let source = "/standups/timer"

  /// The id of a tick's event is that of the countdown, a slash and the elapsed milliseconds: the same
  /// tick sent twice, by two timers, has the same one.
  init(id: String, labels: EventLabels) {
    let topics = Topic.all(for: labels).map { $0 + " " }
    let source = Self.quoted(Self.source)
    let pieces = [
      #"},"datacontenttype":"application/json","id":"# + Self.quoted(id).dropLast() + "/",
      #"","source":\#(source),"specversion":"1.0","subject":\#(Self.quoted(labels.subject))"#
        + #","time":""#,
      #"","type":"# + Self.quoted(labels.type) + "}",
    ]
    self.topics = UInt8(topics.count)
    let unused = Array(repeating: "", count: 3 - topics.count)
    var bytes: [UInt8] = []
    let ends = (topics + unused + pieces).map { text in
      bytes.append(contentsOf: text.utf8)
      return UInt32(bytes.count)
    }
    self.ends = (ends[0], ends[1], ends[2], ends[3], ends[4], ends[5])
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.copyMemory(from: start, byteCount: source.count) }
    }
  }

  func deallocate() { memory.deallocate() }

  var topicCount: Int { Int(topics) }

  /// A topic with its space.
  func topic(_ index: Int) -> UnsafeRawBufferPointer {
    switch index {
    case 0: part(0, ends.0)
    case 1: part(ends.0, ends.1)
    default: part(ends.1, ends.2)
    }
  }

  /// From the data to the elapsed time in the event's id.
  var head: UnsafeRawBufferPointer { part(ends.2, ends.3) }
  /// From there to the time.
  var middle: UnsafeRawBufferPointer { part(ends.3, ends.4) }
  /// From there to the end.
  var tail: UnsafeRawBufferPointer { part(ends.4, ends.5) }
  /// How many bytes of JSON it has.
  var count: Int { Int(ends.5 - ends.2) }

  private func part(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory + Int(start), count: Int(end - start))
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: text.utf8.count + 2)
    writer.string(text)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
