import CCurl
import Foundation
import Threads

/// Sends requests with libcurl: any number at once, all on one thread, none waits for another.
///
/// Redirections are not followed, certificates are checked, proxies are taken from the environment as
/// libcurl does (`https_proxy`, `no_proxy`).
///
/// `@unchecked Sendable`: `multi` is used on the client's thread; others only call
/// `curl_multi_wakeup`, which libcurl allows, and under the lock that its end takes as well.
public final class HTTPClient: @unchecked Sendable {
  private struct Submission {
    var request: HTTPRequest
    var finish: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  }

  private struct Inbox {
    var submissions: [Submission] = []
    var cancelsAll = false
    var isClosing = false
    /// Nothing may touch `multi` any more.
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let multi: UnsafeMutableRawPointer
  private let limits: HTTPLimits
  private let inbox = Locked(Inbox())

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// - Throws: `HTTPFailure` if libcurl cannot be used.
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

  /// Sends a request. It ends within the limits, with `cancelAll`, or with `close`.
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

  /// Gives up every request that is under way.
  public func cancelAll() {
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return }
      inbox.cancelsAll = true
      curl_multi_wakeup(multi)
    }
  }

  /// Gives up every request and ends the thread. May be called more than once.
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
      // Ends at a wake-up, at traffic, and when a limit of a transfer is reached.
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
