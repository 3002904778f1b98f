import CMicroHTTPD

/// The handler closure, boxed so that C can carry it.
final class Handler: Sendable {
  let connections: OpenConnections
  let handle: @Sendable (HTTPRequest) -> HTTPResponse

  init(
    _ connections: OpenConnections, _ handle: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.connections = connections
    self.handle = handle
  }

  func response(_ method: String, _ path: String) -> HTTPResponse {
    guard method == "GET" || method == "HEAD" else {
      return HTTPResponse(
        "Method not allowed; expected GET or HEAD.\n", status: 405, fields: ["Allow": "GET, HEAD"])
    }
    return handle(HTTPRequest(method: method, path: path))
  }
}

private let yes = cmhd_yes()
private let no = cmhd_no()

/// Callback of libmicrohttpd: called when the head of a request is complete, once per part of a
/// body, and at the end, when the response is due.
func respond(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let state, let uploadCount else {
    return no
  }
  let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
  let name = String(cString: method)
  let isRead = name == "GET" || name == "HEAD"
  if isRead, state.pointee == nil {
    // The first call only registers the request; the second one responds.
    state.pointee = context
    return yes
  }
  if isRead, uploadCount.pointee > 0 {
    // Discards an unexpected body.
    uploadCount.pointee = 0
    return yes
  }
  // Rejects any other method immediately, without reading its body.
  handler.connections.answering(cmhd_descriptor(connection), true)
  return queue(handler.response(name, String(cString: url)), connection)
}

/// Callback of libmicrohttpd, called when a request was answered or abandoned.
func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ how: MHD_RequestTerminationCode
) {
  guard let context, let connection else { return }
  Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
    .connections.answering(cmhd_descriptor(connection), false)
}

/// Callback of libmicrohttpd, called when a connection was opened or closed.
func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ what: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
    .connections.changed(connection, what)
}

private func queue(_ answer: HTTPResponse, _ connection: OpaquePointer) -> MHD_Result {
  var body = answer.body
  guard let response = body.withUTF8({ cmhd_response($0.baseAddress, $0.count) }) else {
    return no
  }
  defer { MHD_destroy_response(response) }
  let fields = answer.fields.merging(
    ["Content-Type": answer.contentType, "Cache-Control": "no-store"]
  ) { $1 }
  for (name, value) in fields { MHD_add_response_header(response, name, value) }
  return MHD_queue_response(connection, UInt32(clamping: answer.status), response)
}
