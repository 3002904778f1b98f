public import Foundation

/// A standups.json of any size, read in parts. Each part is itself a standups.json that fits in a
/// message.
public struct StandupsFile {
  /// A part of a file.
  public struct Part: Hashable, Sendable {
    /// The part as a complete file. Its first standup may continue the last one of the previous
    /// part with more meetings.
    public var json: String
    /// Number of standups in the previous parts, not counting one that this part continues.
    public var standups: Int
    /// Number of meetings of the continued standup in the previous parts.
    public var meetings: Int
    /// Number of bytes of the file in this part and the previous parts.
    public var end: Int64
  }

  /// Maximum weight of a part, in bytes. It is well below the 1 MiB of a message, because JSON in a
  /// JSON string grows when its quotes are escaped, and a transaction contains the transcript of a
  /// meeting three times.
  static let maxWeight = 300_000

  private static let chunk = 1 << 20

  /// Size of the whole file, in bytes.
  public let size: Int64
  private let handle: FileHandle
  private var scanner: ObjectScanner
  private var position: Int64
  private var isOver = false
  /// Standups that have been found but not returned yet.
  private var found: ArraySlice<ObjectScanner.Object> = []
  /// Number of standups returned so far.
  private var count = 0
  private var hasParts = false
  /// A standup that does not fit in one part, with its remaining meetings.
  private var open: Open?

  private struct Open {
    var head: Data
    var tail: Data
    var scanner: ObjectScanner
    var position: Int64
    var end: Int64
    var objects: ArraySlice<ObjectScanner.Object> = []
    /// Remaining parts of the current long meeting.
    var parts: ArraySlice<Data> = []
    var count = 0
  }

  /// Creates a reader of an open, seekable file. It may begin with a byte order mark; a file in
  /// UTF-16 is copied to an unnamed temporary file in UTF-8.
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

  /// Reads the next part; nil at the end of the file.
  ///
  /// - Throws: `StandupsFileError`; `invalid` if the file is not a valid standups.json.
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
    // An empty array is also a part, so that it gets a reply like any other file.
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

  /// Returns the estimated size of elements in a transaction, in bytes, including their labels and
  /// events.
  private static func weight(_ bytes: Int, standups: Int, meetings: Int) -> Int {
    bytes + 350 * standups + 300 * meetings
  }

  private static func array(_ elements: [Data]) -> String {
    String(
      decoding: Data("[".utf8) + Data(elements.joined(separator: Data(",".utf8)))
        + Data("]".utf8), as: UTF8.self)
  }
}
