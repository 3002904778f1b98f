import CCurl
import Foundation
import Glibc

/// A request in progress, with its libcurl handle. Used only on the client's thread.
final class CurlTransfer {
  let handle: UnsafeMutableRawPointer
  private let limits: HTTPLimits
  private let finish: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var body = Data()
  private var bytes = 0
  private var isCut = false
  private let reach: Reach
  /// True once an address of the host has been rejected.
  private var metRefused = false

  /// Prepares a request.
  ///
  /// - Throws: `HTTPFailure` if libcurl rejects the request, or if the request may not reach its
  ///   URL's host.
  init(
    _ request: HTTPRequest, _ limits: HTTPLimits,
    finish: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) throws(HTTPFailure) {
    guard !request.reach.refuses(host: HTTPAddress.host(of: request.url)) else {
      throw .refused
    }
    guard let handle = curl_easy_init() else {
      throw HTTPFailure.outOfMemory
    }
    self.handle = handle
    self.limits = limits
    self.reach = request.reach
    self.finish = finish
    // From here on `deinit` frees the handle.
    try set(ccurl_only_http(handle))
    try set(ccurl_set_string(handle, CURLOPT_URL, request.url))
    try set(ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1))
    try set(ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0))
    try set(ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, limits.connectMs))
    try set(ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, limits.totalMs))
    if let body = request.body {
      try set(ccurl_set_long(handle, CURLOPT_POST, 1))
      if request.isPut { try set(ccurl_set_string(handle, CURLOPT_CUSTOMREQUEST, "PUT")) }
      try set(
        body.withUnsafeBytes { body in
          ccurl_set_body(handle, body.baseAddress ?? UnsafeRawPointer(handle), Int64(body.count))
        })
    }
    // Disables `Expect: 100-continue`, so that no server has to respond before the body is sent.
    for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:", "Accept: */*"] {
      guard let longer = curl_slist_append(headers, line) else {
        throw HTTPFailure.outOfMemory
      }
      headers = longer
    }
    try set(ccurl_set_headers(handle, headers))
    try set(
      ccurl_set_writer(
        handle,
        { bytes, size, count, context in
          guard let bytes, let context else { return 0 }
          let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
          return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }, Unmanaged.passUnretained(self).toOpaque()))
    try set(
      ccurl_set_opener(
        handle,
        { context, _, address in
          guard let context, let address else { return -1 }
          let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
          return transfer.admits(ccurl_address(address)) ? ccurl_open(address) : -1
        }, Unmanaged.passUnretained(self).toOpaque()))
    // A reused connection may be to an address that this request may not reach.
    if request.reach.isBounded { try set(ccurl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)) }
  }

  /// Checks an address after its name was resolved and before the connection is opened.
  private func admits(_ address: UnsafePointer<sockaddr>) -> Bool {
    let isIn: Bool
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      isIn = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { reach.includes(Array($0)) }
      }
    case AF_INET6:
      isIn = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { reach.includes(Array($0)) }
      }
    default: isIn = false
    }
    if !isIn { metRefused = true }
    return isIn
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
  }

  private func set(_ code: CURLcode) throws(HTTPFailure) {
    guard code == CURLE_OK else { throw HTTPFailure(code) }
  }

  /// Receives a part of the body.
  ///
  /// - Returns: number of accepted bytes; if it is less than all of them, the transfer ends.
  private func take(_ piece: UnsafeRawBufferPointer) -> Int {
    bytes += piece.count
    body.append(contentsOf: piece.prefix(max(0, limits.keptBytes - body.count)))
    guard bytes <= limits.readBytes else {
      isCut = true
      return 0
    }
    return piece.count
  }

  /// Completes the request with libcurl's result.
  func end(_ code: CURLcode) {
    let status = ccurl_status(handle)
    guard code == CURLE_OK || isCut && status > 0 else {
      let failure = HTTPFailure(code)
      // The real results would reveal which ports are open at the host's other addresses, and which
      // names exist.
      let isHidden = metRefused || reach.isBounded && failure.code == .resolution
      return finish(.failure(isHidden ? .refused : failure))
    }
    let after = ccurl_retry_after(handle)
    finish(
      .success(
        HTTPResponse(
          status: status, retryAfter: after > 0 ? Int(after) : nil, body: body,
          isCut: bytes > body.count)))
  }

  func cancel() {
    finish(.failure(.cancelled))
  }
}

extension HTTPFailure {
  /// The failure of a request that the client cancelled, because it was closed or all requests were
  /// cancelled.
  public static let cancelled = HTTPFailure(
    code: .cancelled, message: "The request was cancelled because the service is stopping.")

  fileprivate static let outOfMemory = HTTPFailure(
    code: .other, message: "Out of memory; the request was not sent.")

  /// The same message for every rejected request, so that it reveals neither which names exist nor
  /// what listens there.
  public static let refused = HTTPFailure(
    code: .refused,
    message:
      "The host is unknown, or its address is internal or reserved. Check its spelling; loopback and private addresses need"
      + " an entry in STANDUPS_REACH."
  )

  init(_ code: CURLcode) {
    let cause = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(code: .resolution, message: "Could not resolve the host (\(cause)).")
    case CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_PARTIAL_FILE:
      self.init(code: .connection, message: "The connection failed (\(cause)).")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      self.init(code: .tls, message: "Could not establish a trusted TLS connection (\(cause)).")
    case CURLE_OPERATION_TIMEDOUT:
      self.init(code: .timeout, message: "The server did not respond in time (\(cause)).")
    default:
      self.init(code: .other, message: "The request failed (\(cause)).")
    }
  }
}
