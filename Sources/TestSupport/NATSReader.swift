import CNATS

/// Reads a stream like any other NATS client.
public enum NATSReader {
  /// A message of the stream.
  public struct Message: Sendable {
    /// Sequence in the stream.
    public var sequence: Int64
    /// Subject of the message.
    public var subject: String
    /// Bytes of the message.
    public var body: [UInt8]
  }

  /// An error that libnats returned.
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    /// True if the subject has no subscribers.
    public var isNobodyThere = false
  }

  /// A reply to a request.
  public struct Answer: Sendable {
    /// Body of the reply.
    public var body: String
    /// Status and message of an error, from the headers of NATS services; nil unless the reply is
    /// an error.
    public var error: (code: String, message: String)?
  }

  /// Returns the messages of a stream in a range of sequences, in order.
  ///
  /// - Parameters:
  ///   - url: URL of the server.
  ///   - stream: name of the stream.
  ///   - subject: subject to filter by.
  ///   - after: sequence before the first message; 0 for all.
  ///   - last: reading ends at this sequence, or at the next one that exists.
  /// - Throws: `Failure`, for example if no message arrives for 10 s.
  public static func messages(
    _ url: String, of stream: String, on subject: String = "standups.t.>", after: Int64 = 0,
    through last: Int64
  ) throws -> [Message] {
    try read(url) { context in
      var options = jsSubOptions()
      try check(jsSubOptions_Init(&options))
      options.Ordered = true
      var messages: [Message] = []
      var subscription: OpaquePointer?
      try stream.withCString { name in
        options.Stream = name
        options.Config.DeliverPolicy = js_DeliverByStartSequence
        options.Config.OptStartSeq = UInt64(after + 1)
        try check(js_SubscribeSync(&subscription, context, subject, nil, &options, nil))
      }
      defer { natsSubscription_Destroy(subscription) }
      while messages.last?.sequence ?? after < last {
        var message: OpaquePointer?
        try check(natsSubscription_NextMsg(&message, subscription, 10_000))
        defer { natsMsg_Destroy(message) }
        messages.append(try self.message(message))
      }
      return messages
    }
  }

  /// Returns the name of the server that leads a stream in a cluster; nil without a leader.
  ///
  /// - Throws: `Failure`.
  public static func leader(_ url: String, of stream: String) throws -> String? {
    try read(url) { context in
      var info: UnsafeMutablePointer<jsStreamInfo>?
      try check(js_GetStreamInfo(&info, context, stream, nil, nil))
      defer { jsStreamInfo_Destroy(info) }
      return info?.pointee.Cluster?.pointee.Leader.map { String(cString: $0) }
    }
  }

  /// Returns the first message that is published on a subject from now on.
  ///
  /// - Parameter isReady: called once the subscription is active.
  /// - Throws: `Failure`, for example if no message arrives for 30 s.
  public static func next(
    _ url: String, on subject: String, isReady: () -> Void
  ) throws -> (subject: String, body: [UInt8]) {
    try subscribe(url, to: subject) { _, subscription in
      isReady()
      var message: OpaquePointer?
      try check(natsSubscription_NextMsg(&message, subscription, 30_000))
      defer { natsMsg_Destroy(message) }
      return (natsMsg_GetSubject(message).map { String(cString: $0) } ?? "", bytes(of: message))
    }
  }

  /// Returns true if the user of the URL may subscribe to a subject.
  ///
  /// - Throws: `Failure`.
  public static func maySubscribe(_ url: String, to subject: String) throws -> Bool {
    try subscribe(url, to: subject) { connection, _ in
      var text: UnsafePointer<CChar>?
      return natsConnection_GetLastError(connection, &text) != NATS_NOT_PERMITTED
    }
  }

  /// Subscribes to a subject. `body` runs once the server has processed the subscription; it sends a
  /// refusal before the reply to the ping.
  private static func subscribe<Value>(
    _ url: String, to subject: String,
    _ body: (_ connection: OpaquePointer?, _ subscription: OpaquePointer?) throws -> Value
  ) throws -> Value {
    var connection: OpaquePointer?
    try check(natsConnection_ConnectTo(&connection, url))
    defer { natsConnection_Destroy(connection) }
    var subscription: OpaquePointer?
    try check(natsConnection_SubscribeSync(&subscription, connection, subject))
    defer { natsSubscription_Destroy(subscription) }
    try check(natsConnection_Flush(connection))
    return try body(connection, subscription)
  }

  /// Sends a request on a subject, like any other NATS client.
  ///
  /// - Parameters:
  ///   - credentials: path of a user's credentials; nil for none.
  ///   - timeoutMs: timeout in milliseconds; the recipient may have been killed.
  /// - Throws: `Failure`, for example if the subject has no subscriber or the request times out.
  public static func request(
    _ url: String, on subject: String, _ body: String, headers: [String: String] = [:],
    credentials: String? = nil, timeoutMs: Int64 = 30_000
  ) throws -> Answer {
    var options: OpaquePointer?
    try check(natsOptions_Create(&options))
    defer { natsOptions_Destroy(options) }
    try check(natsOptions_SetURL(options, url))
    if let credentials {
      try check(natsOptions_SetUserCredentialsFromFiles(options, credentials, nil))
    }
    var connection: OpaquePointer?
    try check(natsConnection_Connect(&connection, options))
    defer { natsConnection_Destroy(connection) }
    var request: OpaquePointer?
    try check(natsMsg_Create(&request, subject, nil, body, Int32(body.utf8.count)))
    defer { natsMsg_Destroy(request) }
    for (name, value) in headers { try check(natsMsgHeader_Set(request, name, value)) }
    var answer: OpaquePointer?
    try check(natsConnection_RequestMsg(&answer, connection, request, timeoutMs))
    defer { natsMsg_Destroy(answer) }
    let code = header("Nats-Service-Error-Code", of: answer)
    return Answer(
      body: String(decoding: bytes(of: answer), as: UTF8.self),
      error: code.map { ($0, header("Nats-Service-Error", of: answer) ?? "") })
  }

  private static func bytes(of message: OpaquePointer?) -> [UInt8] {
    [UInt8](
      UnsafeRawBufferPointer(
        start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))))
  }

  private static func header(_ name: String, of message: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
    return value.map { String(cString: $0) }
  }

  /// Publishes a message that is not an event.
  ///
  /// - Throws: `Failure`.
  public static func publish(_ url: String, on subject: String, _ text: String) throws {
    try read(url) { context in
      try check(js_Publish(nil, context, subject, text, Int32(text.utf8.count), nil, nil))
    }
  }

  private static func message(_ message: OpaquePointer?) throws -> Message {
    var data: UnsafeMutablePointer<jsMsgMetaData>?
    try check(natsMsg_GetMetaData(&data, message))
    defer { jsMsgMetaData_Destroy(data) }
    return Message(
      sequence: Int64(clamping: data?.pointee.Sequence.Stream ?? 0),
      subject: natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
      body: bytes(of: message))
  }

  /// Runs a closure with a JetStream context.
  private static func read<Value>(_ url: String, _ body: (OpaquePointer?) throws -> Value) throws
    -> Value
  {
    var connection: OpaquePointer?
    try check(natsConnection_ConnectTo(&connection, url))
    defer { natsConnection_Destroy(connection) }
    var context: OpaquePointer?
    try check(natsConnection_JetStream(&context, connection, nil))
    defer { jsCtx_Destroy(context) }
    return try body(context)
  }

  private static func check(_ status: natsStatus) throws {
    guard status != NATS_OK else { return }
    let words = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    throw Failure(
      description: "NATS: status \(status.rawValue), \(words)",
      isNobodyThere: status == NATS_NO_RESPONDERS)
  }
}
