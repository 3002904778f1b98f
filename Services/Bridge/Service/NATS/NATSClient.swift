import Bus
import CNATS
import Foundation
import Threads

/// Notice about the connection or about published messages.
enum NATSNotice: Hashable, Sendable {
  /// The connection is established, for the first time or again.
  case connected(server: String, maxPayload: Int)
  /// The connection is lost, and libnats tries to restore it.
  case disconnected(reason: String)
  /// The connection has ended, and has to be replaced.
  case ended(reason: String)
  /// The stream has all messages of a round up to this sequence of the stream.
  case acknowledged(round: Int, through: Int64)
  /// A message of a round was rejected.
  case refused(round: Int, NATSFailure)
}

/// A connection to NATS through libnats, whose own threads report to `notice`.
///
/// Calls block, so they run on the actor's own thread, one after the other.
actor NATSClient {
  /// Timeout of a call to NATS, in milliseconds.
  static let patienceMs: Int64 = 5000
  /// Maximum number of streams that are checked.
  static let maxStreams = 64

  private nonisolated let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let address: NATSAddress
  let settings: StreamSettings
  private let ear: NATSEar
  /// Callback context for libnats. It is never released, because libnats reports the end of a
  /// connection after its destruction.
  private let closure: UnsafeMutableRawPointer
  private var connection: OpaquePointer?
  private var context: OpaquePointer?
  /// JetStream context for publishing; its acknowledgements belong to one round.
  private var round: (id: Int, context: OpaquePointer)?
  /// Creates the client without connecting.
  ///
  /// - Parameter notice: receives notices, on threads of libnats.
  /// - Throws: `NoThreadError`.
  init(
    _ address: NATSAddress, _ settings: StreamSettings,
    notice: @escaping @Sendable (NATSNotice) -> Void
  ) throws {
    self.address = address
    self.settings = settings
    executor = try BlockingExecutor(label: "nats")
    let ear = NATSEar(notice)
    self.ear = ear
    closure = Unmanaged.passRetained(ear).toOpaque()
  }

  /// Connects, and closes the previous connection. The files are read again, so corrected files
  /// take effect.
  ///
  /// - Throws: `NATSFailure` that says what to check.
  func connect() throws(NATSFailure) {
    disconnect()
    let made = try address.connect(named: "standups-bridge/\(settings.cell)") {
      (options) throws(NATSFailure) in
      try NATSFailure.check(natsOptions_SetDisconnectedCB(options, NATSEar.disconnected, closure))
      try NATSFailure.check(natsOptions_SetReconnectedCB(options, NATSEar.connected, closure))
      try NATSFailure.check(natsOptions_SetClosedCB(options, NATSEar.closed, closure))
      try NATSFailure.check(natsOptions_SetErrorHandler(options, NATSEar.failed, closure))
      // Messages that were in flight when the connection was lost are read again from the journal.
      try NATSFailure.check(natsOptions_SetFailRequestsOnDisconnect(options, true))
    }
    connection = made
    ear.hear(made)
    // Changes of the connection before `hear` were not reported, so check its status.
    guard natsConnection_Status(made) == NATS_CONN_STATUS_CONNECTED else {
      throw NATSFailure(.unreachable, "\(address.display) closed the connection immediately.")
    }
    ear.tellConnected(made)
  }

  /// Closes the connection; no further notices are sent.
  func close() {
    ear.close()
    disconnect()
  }

  private func disconnect() {
    ear.hear(nil)
    endRound()
    if let context { jsCtx_Destroy(context) }
    context = nil
    if let connection {
      natsConnection_Close(connection)
      natsConnection_Destroy(connection)
    }
    connection = nil
  }

  // MARK: Streams

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
    var wrongPlace: Int64?
    if subjects.contains(EventSubject.all(settings.cell)), state.Msgs > 0, last > 0,
      let stream = StreamName(name, cell: settings.cell)
    {
      let places = [suspect.map { $0 - stream.base } ?? last, last]
        .filter { (1...last).contains($0) }
      for place in places {
        if let event = try event(at: UInt64(place), in: name, context),
          event != stream.position(of: place)
        {
          wrongPlace = place
        }
      }
    }
    return StreamFacts(
      name: name, made: info.Created, subjects: subjects,
      first: Int64(clamping: state.FirstSeq), last: last,
      messages: Int64(clamping: state.Msgs), bytes: Int64(clamping: state.Bytes),
      replicas: Int(config.Replicas), maxAge: config.MaxAge,
      wrongPlace: wrongPlace)
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

  // MARK: Publishing

  /// Publishes messages to a stream, in order. Their outcomes are reported with the number of the
  /// round.
  func publish(_ round: Int, to stream: String, _ messages: [Outgoing]) throws(NATSFailure) {
    let context = try publishing(round)
    for message in messages {
      // Set this header directly, because the options of libnats treat 0 as unset.
      var made = try NATSMessage.make(
        message.subject, message.body,
        headers: [
          ("Nats-Expected-Last-Sequence", String(message.after)),
          ("Nats-Expected-Stream", stream), ("Content-Type", "application/cloudevents+json"),
        ])
      defer { natsMsg_Destroy(made) }
      try NATSFailure.check(js_PublishMsgAsync(context, &made, nil))
    }
  }

  /// Publishes a message outside of any stream; without a connection it is lost.
  func pass(_ subject: String, _ body: [UInt8]) {
    guard let connection, natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED else {
      return
    }
    _ = body.withUnsafeBytes { bytes in
      natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count))
    }
  }

  private func publishing(_ id: Int) throws(NATSFailure) -> OpaquePointer {
    if let round, round.id == id { return round.context }
    endRound()
    let ear = ear.hear(round: id)
    var options = jsOptions()
    try NATSFailure.check(jsOptions_Init(&options))
    options.PublishAsync.AckHandler = RoundEar.answered
    options.PublishAsync.AckHandlerClosure = Unmanaged.passUnretained(ear).toOpaque()
    let context = try makeContext(&options)
    round = (id, context)
    return context
  }

  private func endRound() {
    guard let round else { return }
    ear.endRounds()
    jsCtx_Destroy(round.context)
    self.round = nil
  }

  // MARK: Calling libnats

  private func management() throws(NATSFailure) -> OpaquePointer {
    if let context { return context }
    var options = jsOptions()
    try NATSFailure.check(jsOptions_Init(&options))
    options.Wait = Self.patienceMs
    let made = try makeContext(&options)
    context = made
    return made
  }

  private func makeContext(_ options: inout jsOptions) throws(NATSFailure) -> OpaquePointer {
    guard let connection else { throw NATSFailure(.unreachable, "Not connected yet.") }
    var made: OpaquePointer?
    try NATSFailure.check(natsConnection_JetStream(&made, connection, &options))
    guard let made else {
      throw NATSFailure(.other, "libnats could not create a context; check the available memory.")
    }
    return made
  }
}
