import CMicroHTTPD
import Glibc

// libmicrohttpd calls all of these callbacks on the loop's thread, while it runs.

/// Called when the request line has arrived; returns the state of the request.
func webBegan(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let target else { return nil }
  let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
  let exchange = Exchange(String(cString: target), server: server)
  server.exchanges[ObjectIdentifier(exchange)] = exchange
  return Unmanaged.passUnretained(exchange).toOpaque()
}

/// Called when the head of a request is complete, once per part of its body, and when the body is
/// complete.
func webRespond(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
  _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let method, let version, let uploadCount, let pointer = state?.pointee
  else {
    return cmhd_no()
  }
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  let (result, taken) = exchange.take(
    connection, String(cString: method), version,
    UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadCount.pointee))
  uploadCount.pointee -= taken
  return result
}

/// Called when a request was answered or abandoned.
func webCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ how: MHD_RequestTerminationCode
) {
  guard let context, let connection, let pointer = state?.pointee else { return }
  let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  exchange.completed()
  server.connections.answering(cmhd_descriptor(connection), false)
  server.exchanges[ObjectIdentifier(exchange)] = nil
  state?.pointee = nil
}

/// Called when a connection was opened or closed.
func webConnectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ what: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
    .connections.changed(connection, what)
}

/// Called when a connection was upgraded to a WebSocket.
func webUpgraded(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutableRawPointer?, _ early: UnsafePointer<CChar>?, _ earlyCount: Int,
  _ descriptor: MHD_socket, _ handle: OpaquePointer?
) {
  guard let context, let handle else { return }
  let upgrade = Unmanaged<Upgrade>.fromOpaque(context).takeRetainedValue()
  let server = upgrade.server
  let early = Array(UnsafeRawBufferPointer(start: early, count: early == nil ? 0 : earlyCount))
  let own = server.takeOver(descriptor)
  // libmicrohttpd closes its own descriptor without ending the connection.
  _ = cmhd_close_upgraded(handle)
  server.wake()
  guard let own else { return }
  let socket = WebSocket(early: early, server: server)
  upgrade.take(socket)
  socket.start(own, on: server)
  // Data that arrived with the handshake is no longer in the socket, so the socket does not become
  // readable.
  server.loop.schedule(after: .zero) { socket.visit() }
}

/// Called when libmicrohttpd can accept more of a streamed body.
func webRead(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ room: Int
) -> Int {
  guard let context, let buffer else { return cmhd_end_with_error() }
  let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  switch reader.stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room)) {
  case .bytes(let count): return count
  case .done: return cmhd_end_of_stream()
  case .failed: return cmhd_end_with_error()
  case .nothingYet:
    guard let exchange = reader.exchange, exchange.wait(for: reader.stream) else {
      return cmhd_end_with_error()
    }
    return 0
  }
}

/// Called when a streamed body is no longer needed.
func webRelease(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<StreamReader>.fromOpaque(context).release() }
}

/// Reads the head of a request from libmicrohttpd.
enum RequestHead {
  private final class Fields { var all: [WebRequest.Field] = [] }

  static func read(
    _ connection: OpaquePointer?, _ method: String, _ target: String,
    _ version: UnsafePointer<CChar>
  ) -> WebRequest {
    let fields = Fields()
    cmhd_read_fields(
      connection,
      { context, _, key, keySize, value, valueSize in
        guard let context, let key else { return cmhd_yes() }
        func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
          String(
            decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count),
            as: UTF8.self)
        }
        Unmanaged<Fields>.fromOpaque(context).takeUnretainedValue().all.append(
          WebRequest.Field(text(key, keySize), String(text(value, valueSize).trimmingSpaces)))
        return cmhd_yes()
      }, Unmanaged.passUnretained(fields).toOpaque())
    return WebRequest(
      method: method, target: target, version: String(cString: version), fields: fields.all,
      address: address(connection))
  }

  private static func address(_ connection: OpaquePointer?) -> String {
    guard let connection, let address = cmhd_client(connection) else { return "" }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let size =
      Int32(address.pointee.sa_family) == AF_INET6
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    guard
      getnameinfo(
        address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
