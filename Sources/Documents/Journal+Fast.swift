import Bus
public import FastJSON
import Foundation

extension NewEvent: FastCodable {
  /// Writes the event; the data is copied byte for byte.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""data":"#, data)
    writer.member(#""id":"#, id)
    writer.member(#""labels":"#, labels)
    writer.member(#""source":"#, source)
    writer.member(#""time":"#, time)
    writer.member(#""traceparent":"#, traceparent)
    writer.close()
  }

  /// Reads an event for the journal.
  ///
  /// - Returns: nil if `data`, `id`, `labels`, `source` or `time` is missing, or if the input is
  ///   unusual, which `JSONDecoder` then handles.
  public static func read(from reader: inout JSONReader) -> NewEvent? {
    var data: RawJSON?
    var id: String?
    var labels: EventLabels?
    var source: String?
    var time: Date?
    var traceparent: String?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "data": reader.raw(into: &data)
      case "id": reader.string(into: &id)
      case "labels": reader.value(into: &labels)
      case "source": reader.string(into: &source)
      case "time": reader.date(into: &time)
      case "traceparent": reader.string(into: &traceparent)
      default: reader.skip()
      }
    }
    guard isRead != nil, let data, let id, let labels, let source, let time else { return nil }
    return NewEvent(
      id: id, source: source, labels: labels, time: time, traceparent: traceparent, data: data)
  }
}

extension JournalEvent: FastCodable {
  /// Writes the event with its journal metadata. Sequences are numbers here; only a `CloudEvent`
  /// has them as strings of 20 digits.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""causation":"#, causation)
    writer.member(#""correlation":"#, correlation)
    writer.member(#""epoch":"#, epoch)
    writer.member(#""event":"#, event)
    writer.member(#""previousOfMeeting":"#, previousOfMeeting)
    writer.member(#""previousOfStandup":"#, previousOfStandup)
    writer.member(#""previousOfType":"#, previousOfType)
    writer.member(#""sequence":"#, sequence)
    writer.close()
  }

  /// Reads an event of the journal.
  ///
  /// - Returns: nil if `epoch`, `event` or `sequence` is missing, or if the input is unusual.
  public static func read(from reader: inout JSONReader) -> JournalEvent? {
    var causation: String?
    var correlation: String?
    var epoch: String?
    var event: NewEvent?
    var previousOfMeeting: Int64?
    var previousOfStandup: Int64?
    var previousOfType: Int64?
    var sequence: Int64?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "causation": reader.string(into: &causation)
      case "correlation": reader.string(into: &correlation)
      case "epoch": reader.string(into: &epoch)
      case "event": reader.value(into: &event)
      case "previousOfMeeting": reader.integer(into: &previousOfMeeting)
      case "previousOfStandup": reader.integer(into: &previousOfStandup)
      case "previousOfType": reader.integer(into: &previousOfType)
      case "sequence": reader.integer(into: &sequence)
      default: reader.skip()
      }
    }
    guard isRead != nil, let epoch, let event, let sequence else { return nil }
    return JournalEvent(
      event: event, sequence: sequence, epoch: epoch, correlation: correlation,
      causation: causation, previousOfType: previousOfType, previousOfStandup: previousOfStandup,
      previousOfMeeting: previousOfMeeting)
  }
}

extension EventPage: FastCodable {
  /// Writes the page, with its events as subscribers receive them.
  public func write(to writer: inout JSONWriter) {
    writer.open()
    writer.member(#""epoch":"#, epoch)
    writer.member(#""events":"#, events)
    writer.member(#""hasMore":"#, hasMore)
    writer.member(#""head":"#, head)
    writer.member(#""resume":"#, resume)
    writer.close()
  }

  /// Reads a page of events.
  ///
  /// - Returns: nil if `epoch`, `events`, `hasMore` or `head` is missing, or if an event is
  ///   unusual.
  public static func read(from reader: inout JSONReader) -> EventPage? {
    var epoch: String?
    var events: [CloudEvent]?
    var hasMore: Bool?
    var head: Int64?
    var resume: Int64?
    let isRead: Void? = reader.object { reader, name in
      switch name {
      case "epoch": reader.string(into: &epoch)
      case "events": reader.values(into: &events)
      case "hasMore": reader.bool(into: &hasMore)
      case "head": reader.integer(into: &head)
      case "resume": reader.integer(into: &resume)
      default: reader.skip()
      }
    }
    guard isRead != nil, let epoch, let events, let hasMore, let head else { return nil }
    return EventPage(events: events, epoch: epoch, head: head, hasMore: hasMore, resume: resume)
  }
}
