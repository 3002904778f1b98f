public import Foundation

/// A standups.json of any size, in parts that each are such a file and fit a message.
public struct StandupsFile {
  /// A part of a file.
  public struct Part: Hashable, Sendable {
    /// A file of its own. Its first standup may be the last one of the part before, with more of its
    /// meetings.
    public var json: String
    /// How many standups are in the parts before.
    public var standups: Int
    /// How many meetings of the one that it goes on with are in the parts before.
    public var meetings: Int
    /// How many bytes of the file are in this part and those before.
    public var end: Int64
  }

  /// A message has at most 1 MiB, JSON within JSON grows by its quotes, and a transaction holds the
  /// words of a meeting three times.
  static let maxWeight = 300_000

  private static let chunk = 1 << 20

  /// Of the whole file, in bytes.
  public let size: Int64
  private let handle: FileHandle
  private var scanner: ObjectScanner
  private var position: Int64
  private var isOver = false
  /// Standups that were found and have yet to be handed out.
  private var found: ArraySlice<ObjectScanner.Object> = []
  /// How many were handed out.
  private var count = 0
  private var hasParts = false
  /// The standup that does not fit one part, as far as it was not handed out.
  private var open: Open?

  private struct Open {
    var head: Data
    var tail: Data
    var scanner: ObjectScanner
    var position: Int64
    var end: Int64
    var objects: ArraySlice<ObjectScanner.Object> = []
    /// Parts of the long meeting that comes next.
    var parts: ArraySlice<Data> = []
    var count = 0
  }

  /// A file that is open, and can be read anywhere. It may begin with a byte order mark; one in UTF-16 is copied in UTF-8
  /// to a file without a name.
  ///
  /// - Throws: `StandupsFileError`.
  public init(_ handle: FileHandle) throws(StandupsFileError) {
    do {
      let (text, start) = try FileText.utf8(of: handle)
      self.handle = text
      (scanner, position) = (ObjectScanner(noting: "meetings", at: start), start)
      size = Int64(clamping: try text.seekToEnd())
    } catch let error as StandupsJSONError {
      throw .invalid(error)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The next part; nil at the end of the file.
  ///
  /// - Throws: `StandupsFileError`, `invalid` for what is no standups.json.
  public mutating func next() throws(StandupsFileError) -> Part? {
    do {
      guard let part = open == nil ? try nextStandups() : try nextMeetings() else { return nil }
      hasParts = true
      do {
        _ = try StandupsJSON.decode(Data(part.json.utf8), isPart: true)
      } catch {
        throw error.moved(standups: part.standups, meetings: part.meetings)
      }
      return part
    } catch let error as StandupsJSONError {
      throw .invalid(error)
    } catch let error as StandupsFileError {
      throw error
    } catch {
      throw .unreadable(error)
    }
  }

  private mutating func nextStandups() throws -> Part? {
    var texts: [Data] = []
    var weight = 0
    let first = count
    while true {
      if found.isEmpty, !isOver { try scan() }
      guard let object = found.first else {
        guard isOver else { continue }
        break
      }
      let own = Self.weight(object.range.count, standups: 1, meetings: object.count)
      if own > Self.maxWeight, texts.isEmpty, let meetings = object.member {
        found.removeFirst()
        open = Open(
          head: try read(object.range.lowerBound..<meetings.lowerBound),
          tail: try read(meetings.upperBound..<object.range.upperBound),
          scanner: ObjectScanner(within: meetings.lowerBound), position: meetings.lowerBound,
          end: meetings.upperBound)
        return try nextMeetings()
      }
      guard texts.isEmpty || weight + own <= Self.maxWeight else { break }
      found.removeFirst()
      texts.append(try read(object.range))
      weight += own
      count += 1
    }
    // A file of none is one part, which is answered as others are.
    guard !texts.isEmpty || !hasParts else { return nil }
    return Part(json: Self.array(texts), standups: first, meetings: 0, end: handedOut)
  }

  private mutating func nextMeetings() throws -> Part? {
    guard var open else { return nil }
    var texts: [Data] = []
    var weight = Self.weight(open.head.count + open.tail.count, standups: 1, meetings: 0)
    let first = open.count
    while true {
      if open.objects.isEmpty, open.position < open.end {
        let bytes = try read(open.position..<min(open.end, open.position + Int64(Self.chunk)))
        open.position += Int64(bytes.count)
        do {
          open.objects = try open.scanner.scan(Array(bytes))[...]
        } catch {
          throw StandupsJSONError(path: "[\(count)].meetings\(error.path)", problem: error.problem)
        }
      }
      guard let object = open.objects.first else {
        guard open.position >= open.end else { continue }
        break
      }
      let own = Self.weight(
        open.parts.first?.count ?? object.range.count, standups: 0, meetings: 1)
      guard texts.isEmpty || weight + own <= Self.maxWeight else { break }
      if own > Self.maxWeight, open.parts.isEmpty {
        do {
          open.parts = try StandupsJSON.parts(ofMeeting: try read(object.range))[...]
        } catch let error as StandupsJSONError {
          throw StandupsJSONError(
            path: "[\(count)].meetings[\(open.count)].\(error.path)", problem: error.problem)
        }
      }
      texts.append(try open.parts.popFirst() ?? read(object.range))
      weight += own
      guard open.parts.isEmpty else { continue }
      open.objects.removeFirst()
      open.count += 1
    }
    let isLast = open.objects.isEmpty && open.position >= open.end
    let json = open.head + Data(texts.joined(separator: Data(",".utf8))) + open.tail
    let part = Part(
      json: Self.array([json]), standups: count, meetings: first,
      end: isLast ? open.end : open.objects.first?.range.lowerBound ?? open.position)
    self.open = isLast ? nil : open
    if isLast { count += 1 }
    return part
  }

  private var handedOut: Int64 {
    isOver && found.isEmpty ? size : found.first?.range.lowerBound ?? position
  }

  private mutating func scan() throws {
    let bytes = try read(position..<min(size, position + Int64(Self.chunk)))
    position += Int64(bytes.count)
    found = try scanner.scan(Array(bytes))[...]
    guard bytes.isEmpty || position >= size else { return }
    isOver = true
    try scanner.finish()
  }

  private func read(_ range: Range<Int64>) throws -> Data {
    guard !range.isEmpty else { return Data() }
    try handle.seek(toOffset: UInt64(range.lowerBound))
    let data = try handle.read(upToCount: range.count) ?? Data()
    guard data.count == range.count else { throw StandupsFileError.cutOff }
    return data
  }

  /// What elements take of a transaction, which has their labels and events as well.
  private static func weight(_ bytes: Int, standups: Int, meetings: Int) -> Int {
    bytes + 350 * standups + 300 * meetings
  }

  private static func array(_ elements: [Data]) -> String {
    String(
      decoding: Data("[".utf8) + Data(elements.joined(separator: Data(",".utf8)))
        + Data("]".utf8), as: UTF8.self)
  }
}
