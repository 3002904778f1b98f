import Bus
import CNATS
import Foundation

/// Reads, changes and erases streams in JetStream.
extension NATSClient {
  /// The streams of this cell, including those of earlier journals.
  ///
  /// - Parameter suspect: a sequence of the journal whose message is verified, in addition to the
  ///   last one.
  func streams(checking suspect: Int64? = nil) throws(NATSFailure) -> [StreamFacts] {
    let context = try management()
    var list: UnsafeMutablePointer<jsStreamNamesList>?
    var error = jsErrCode(0)
    let status = js_StreamNames(&list, context, nil, &error)
    // JetStream has no streams at all.
    if status == NATS_NOT_FOUND { return [] }
    try NATSFailure.check(status, error)
    defer { jsStreamNamesList_Destroy(list) }
    guard let list = list?.pointee, let names = list.List else { return [] }
    let wanted = (0..<Int(list.Count)).compactMap { names[$0].map { String(cString: $0) } }
      .filter { StreamName($0, cell: settings.cell) != nil }
    var found: [StreamFacts] = []
    for name in wanted.prefix(Self.maxStreams) {
      do { found.append(try facts(of: name, context, suspect)) } catch
        where error.code == .noStream
      {
        // It was deleted in the meantime.
      }
    }
    return found
  }

  private func facts(
    of name: String, _ context: OpaquePointer, _ suspect: Int64?
  ) throws(NATSFailure) -> StreamFacts {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var error = jsErrCode(0)
    try NATSFailure.check(js_GetStreamInfo(&info, context, name, nil, &error), error)
    defer { jsStreamInfo_Destroy(info) }
    guard let info = info?.pointee, let config = info.Config?.pointee else {
      throw NATSFailure(.other, "The server returned no information about the stream.")
    }
    let subjects = (0..<Int(config.SubjectsLen)).compactMap { place in
      config.Subjects?[place].map { String(cString: $0) }
    }
    let state = info.State
    let last = Int64(clamping: state.LastSeq)
    var wrongPosition: Int64?
    if subjects.contains(EventSubject.all(settings.cell)), state.Msgs > 0, last > 0,
      let stream = StreamName(name, cell: settings.cell)
    {
      let places = [suspect.map { $0 - stream.base } ?? last, last]
        .filter { (1...last).contains($0) }
      for place in places {
        if let event = try event(at: UInt64(place), in: name, context),
          event != stream.position(of: place)
        {
          wrongPosition = place
        }
      }
    }
    return StreamFacts(
      name: name, made: info.Created, subjects: subjects,
      first: Int64(clamping: state.FirstSeq), last: last,
      messages: Int64(clamping: state.Msgs), bytes: Int64(clamping: state.Bytes),
      replicas: Int(config.Replicas), maxAge: config.MaxAge,
      wrongPosition: wrongPosition)
  }

  /// Journal sequence in the message at this position; nil if it is erased, 0 if the message is not
  /// an event.
  private func event(
    at sequence: UInt64, in stream: String, _ context: OpaquePointer
  ) throws(NATSFailure) -> Int64? {
    var message: OpaquePointer?
    var error = jsErrCode(0)
    let status = js_GetMsg(&message, context, stream, sequence, nil, &error)
    if status == NATS_NOT_FOUND || error == JSNoMessageFoundErr { return nil }
    try NATSFailure.check(status, error)
    defer { natsMsg_Destroy(message) }
    let body = Data(NATSMessage.body(of: message))
    return (try? BusJSON.decode(CloudEvent.self, from: body))?.number ?? 0
  }

  /// Changes a stream.
  func apply(_ change: StreamChange) throws(NATSFailure) {
    let context = try management()
    var error = jsErrCode(0)
    switch change {
    case .make(let name):
      try withConfiguration(name, EventSubject.all(settings.cell)) { config, error in
        js_AddStream(nil, context, &config, nil, &error)
      }
    case .update(let name):
      try withConfiguration(name, EventSubject.all(settings.cell)) { config, error in
        js_UpdateStream(nil, context, &config, nil, &error)
      }
    case .leave(let name):
      try withConfiguration(name, EventSubject.left(settings.cell, stream: name)) { config, error in
        js_UpdateStream(nil, context, &config, nil, &error)
      }
    case .drop(let name):
      try NATSFailure.check(js_DeleteStream(context, name, nil, &error), error)
    case .trim(let name, let before):
      var options = jsOptions()
      try NATSFailure.check(jsOptions_Init(&options))
      options.Stream.Purge.Sequence = UInt64(before)
      try NATSFailure.check(js_PurgeStream(context, name, &options, &error), error)
    }
  }

  private func withConfiguration(
    _ name: String, _ subject: String,
    _ body: (inout jsStreamConfig, inout jsErrCode) -> natsStatus
  ) throws(NATSFailure) {
    var config = jsStreamConfig()
    var error = jsErrCode(0)
    try NATSFailure.check(jsStreamConfig_Init(&config))
    config.Replicas = Int64(settings.replicas)
    config.MaxAge = Int64(settings.days) * StreamFacts.nanosecondsOfDay
    config.Storage = settings.storage == .file ? js_FileStorage : js_MemoryStorage
    config.AllowDirect = true
    let status = name.withCString { name in
      subject.withCString { subject in
        var subjects: [UnsafePointer<CChar>?] = [subject]
        return subjects.withUnsafeMutableBufferPointer { subjects in
          config.Name = name
          config.Subjects = subjects.baseAddress
          config.SubjectsLen = 1
          return body(&config, &error)
        }
      }
    }
    try NATSFailure.check(status, error)
  }

  /// Erases messages by their sequences in the stream; the sequences are not reused.
  ///
  /// - Returns: number of messages erased.
  func erase(_ stream: String, _ sequences: [Int64]) throws(NATSFailure) -> Int {
    let context = try management()
    var count = 0
    for sequence in sequences {
      var error = jsErrCode(0)
      do {
        try NATSFailure.check(js_EraseMsg(context, stream, UInt64(sequence), nil, &error), error)
        count += 1
      } catch  where error.code == .noMessage {
        // It was erased before.
      }
    }
    return count
  }
}
