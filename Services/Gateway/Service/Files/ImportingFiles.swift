import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import WebServer

/// Imports a standups.json from a browser. A file of any size is forwarded in parts, as by the
/// command line.
extension Gateway {
  /// Maximum number of concurrent imports.
  static let maxImports = 4
  /// Maximum number of concurrent imports per session.
  static let maxImportsPerSession = 1
  /// Time limit for a part of a file, in milliseconds.
  private static let partMs = 30_000
  /// Minimum speed of an upload after the grace period, in bytes per second. A slower upload would
  /// occupy its place among the concurrent imports indefinitely.
  static let minBytesPerSecond: Int64 = 4096
  /// Grace period of an upload, in milliseconds.
  private static let graceMs: Int64 = 30_000
  /// Time without progress after which a running import frees its place, in milliseconds.
  private static let stalledMs: Int64 = 60_000

  /// Accepts an upload unless too many imports are in progress.
  func importFile(_ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = tooMany(visitor)
      ?? refusal(of: ImportStandups.target, to: visitor, isDecidedHere: true)
    {
      return refusal
    }
    guard let existing = Self.existing(request.query) else {
      return refuse(
        BusError(.invalid, "Invalid query; expected ?mode=refuse, ?mode=keep or ?mode=replace."))
    }
    let session = visitor.session
    guard imports[session, default: 0] < Self.maxImportsPerSession else {
      return refuse(
        BusError(
          .busy, "You are already importing a file; try again when it is done.", retryAfterMs: 5000)
      )
    }
    guard imports.values.reduce(0, +) < Self.maxImports else {
      return refuse(
        BusError(.busy, "Too many imports are running; try again later.", retryAfterMs: 5000))
    }
    let spool: ImportSpool
    do {
      spool = try ImportSpool()
    } catch {
      return refuse(BusError(.unavailable, "\(error)"))
    }
    return .upload { upload, reply in
      self.imports[session, default: 0] += 1
      self.receive(
        upload, of: session, for: visitor, into: spool, existing, answering: self.keep(reply))
    }
  }

  /// Parses how to treat existing standups from the query; nil for an invalid query.
  static func existing(_ query: String?) -> ImportStandups.Existing? {
    guard let query else { return .refuse }
    return query.hasPrefix("mode=")
      ? ImportStandups.Existing(rawValue: String(query.dropFirst(5))) : nil
  }

  /// Receives an upload and imports it. Reading from the browser pauses while the disk is busy.
  private func receive(
    _ upload: WebUpload, of session: String, for visitor: Visitor, into spool: ImportSpool,
    _ existing: ImportStandups.Existing,
    answering number: Int
  ) {
    let (parts, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let beganMs = uptimeMs
    var bytes: Int64 = 0
    upload.onLost = { sender.finish(throwing: CancellationError()) }
    upload.onPart = { part in
      guard let part else { return sender.finish() }
      bytes += Int64(part.count)
      guard
        self.uptimeMs - beganMs < Self.graceMs + bytes * 1000 / Self.minBytesPerSecond
      else {
        return sender.finish(
          throwing: BusError(
            .expired,
            "The upload was slower than \(Self.minBytesPerSecond) bytes per second; try again."))
      }
      upload.pause()
      sender.yield(part)
    }
    Task {
      do {
        for try await part in parts {
          try await spool.append(part)
          upload.resume()
        }
        let taken = try await self.send(spool, existing, for: visitor, answering: number)
        self.answer(number, .json(200, [UInt8](try BusJSON.encode(taken))))
      } catch {
        upload.onPart = { _ in }
        upload.resume()
        self.answer(number, WebResponse.error(BusError(any: error)))
      }
      self.imports[session] = self.imports[session].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// Imports a file that is on disk, in one command or in parts.
  private func send(
    _ spool: ImportSpool, _ existing: ImportStandups.Existing, for visitor: Visitor,
    answering number: Int
  ) async throws -> WebImport {
    let options = CallOptions(timeoutMs: Self.partMs, principal: visitor.principal)
    let first = try await spool.next()
    try checkSession(of: visitor)
    guard let first, let second = try await spool.next() else {
      let reply = try await bus.send(
        ImportStandups(json: first?.json ?? "[]", existing: existing), options: options)
      return WebImport(
        created: reply.created.count, replaced: reply.replaced.count, kept: reply.kept.count)
    }
    let id = ImportStandups.ID(UUID())
    var count = 0
    var part: StandupsFile.Part? = first
    while let next = part {
      count += 1
      try checkSession(of: visitor)
      _ = try await bus.send(
        ImportPart(id: id, part: count, json: next.json, existing: existing), options: options)
      part = count == 1 ? second : try await spool.next()
    }
    try checkSession(of: visitor)
    var state = try await bus.send(TakeImport(id: id, parts: count), options: options)
    var furthest = (applied: state.applied, atMs: uptimeMs)
    while state.phase == .applying {
      // Stop waiting: the import continues without this loop, and a disconnected browser must not
      // occupy a place.
      guard isWanted(number) else { throw CancellationError() }
      guard uptimeMs - furthest.atMs < Self.stalledMs else {
        throw BusError(
          .unavailable,
          "The file was received, but its import has made no progress for a minute; it will continue in the"
            + " background.",
          retryable: false)
      }
      try await Task.sleep(for: .milliseconds(100))
      state = try await bus.send(GetImport(id: id), options: options)
      if state.applied != furthest.applied { furthest = (state.applied, uptimeMs) }
    }
    if let problem = state.problem {
      throw BusError(.conflict, "The file was imported only in part: \(problem)")
    }
    return WebImport(created: state.created, replaced: state.replaced, kept: state.kept)
  }
}
