import CCurl
import Foundation
import Threads

/// Sends requests with libcurl: any number concurrently, on one thread.
///
/// It does not follow redirects, checks certificates, and reads the proxy settings from the
/// environment as libcurl does (`https_proxy`, `no_proxy`).
///
/// `@unchecked Sendable`: only the client's thread uses `multi`. Other threads only call
/// `curl_multi_wakeup`, which libcurl allows, under a lock that shutdown also acquires.
public final class HTTPClient: @unchecked Sendable {
  private struct Submission {
    var request: HTTPRequest
    var finish: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  }

  private struct Inbox {
    var submissions: [Submission] = []
    var cancelsAll = false
    var isClosing = false
    /// True after `multi` was cleaned up and must not be used.
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let multi: UnsafeMutableRawPointer
  private let limits: HTTPLimits
  private let inbox = Locked(Inbox())

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Creates a client and starts its thread.
  ///
  /// - Throws: `HTTPFailure` if libcurl cannot be initialized.
  public init(limits: HTTPLimits = HTTPLimits()) throws(HTTPFailure) {
    guard Self.isReady, let multi = curl_multi_init() else {
      throw HTTPFailure(
        code: .other, message: "Could not initialize libcurl; the process may be out of memory.")
    }
    self.multi = multi
    self.limits = limits
    let thread = Thread { self.run() }
    thread.name = "http"
    thread.start()
  }

  /// Sends a request. It ends within the limits, or when `cancelAll` or `close` is called.
  public func send(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> {
    await withCheckedContinuation { continuation in
      let isTaken = inbox.withLock { inbox in
        guard !inbox.isClosing else { return false }
        inbox.submissions.append(
          Submission(request: request) { continuation.resume(returning: $0) })
        curl_multi_wakeup(multi)
        return true
      }
      if !isTaken { continuation.resume(returning: .failure(.cancelled)) }
    }
  }

  /// Cancels all requests in progress.
  public func cancelAll() {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return }
      inbox.cancelsAll = true
      curl_multi_wakeup(multi)
    }
  }

  /// Cancels all requests and ends the thread. Idempotent.
  public func close() async {
    await withCheckedContinuation { continuation in
      let isClosed = inbox.withLock { inbox in
        if inbox.isClosed { return true }
        inbox.closers.append(continuation)
        inbox.isClosing = true
        curl_multi_wakeup(multi)
        return false
      }
      if isClosed { continuation.resume() }
    }
  }

  // MARK: On the thread

  private func run() {
    var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    while true {
      let (submissions, cancels, closes) = inbox.withLock { inbox in
        defer {
          inbox.submissions = []
          inbox.cancelsAll = false
        }
        return (inbox.submissions, inbox.cancelsAll || inbox.isClosing, inbox.isClosing)
      }
      for submission in submissions { begin(submission, &transfers) }
      if cancels {
        for transfer in transfers.values {
          curl_multi_remove_handle(multi, transfer.handle)
          transfer.cancel()
        }
        transfers = [:]
      }
      if closes { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      var code = CURLE_OK
      while let handle = ccurl_next_finished(multi, &code) {
        guard let transfer = transfers.removeValue(forKey: handle) else { continue }
        curl_multi_remove_handle(multi, handle)
        transfer.end(code)
      }
      // The call returns when it is woken up, when there is network activity, or when the timeout
      // of a transfer expires.
      curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
    let closers = inbox.withLock { inbox in
      inbox.isClosed = true
      curl_multi_cleanup(multi)
      defer { inbox.closers = [] }
      return inbox.closers
    }
    for closer in closers { closer.resume() }
  }

  private func begin(
    _ submission: Submission, _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    do throws(HTTPFailure) {
      let transfer = try CurlTransfer(submission.request, limits, finish: submission.finish)
      guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
        throw HTTPFailure(code: .other, message: "libcurl rejected the request.")
      }
      transfers[transfer.handle] = transfer
    } catch {
      submission.finish(.failure(error))
    }
  }
}
