import WebServer

/// The page and its files, for browsers.
extension Gateway {
  func indexPage(_ problem: String?) -> WebResponse {
    if problem == nil { reloadPage() }
    return WebResponse(
      problem == nil ? 200 : 404, [.init("Content-Type", "text/html; charset=utf-8")],
      page.shell(problem: problem)
    ).withSecurityHeaders
  }

  /// Reloads the page's files, so that a developer sees changes after a refresh.
  private func reloadPage() {
    guard let directory = settings.page else { return }
    do {
      page = try PageFiles(directory: directory)
    } catch {
      log.warning("Could not read the page’s files: \(error)")
    }
  }

  /// A file that has a fixed path outside the assets. Browsers must check for a new version each time,
  /// because the file refers to the assets of one version.
  func rootFile(_ name: String) -> WebAnswer {
    guard let file = page[name] else { return refuse(Self.notFound) }
    let bytes = String(decoding: file.bytes, as: UTF8.self)
      .replacing("{assets}", with: "/assets/\(page.hash)")
    return .respond(
      WebResponse(
        200, [.init("Content-Type", file.type), .init("Cache-Control", "no-cache")],
        Array(bytes.utf8)
      ).withSecurityHeaders)
  }

  func asset(_ folder: String, _ name: String, _ request: WebRequest) -> WebAnswer {
    guard folder == page.hash, let file = page[name] else { return refuse(Self.notFound) }
    let tag = "\"\(folder)\""
    var fields: [WebRequest.Field] = [
      .init("Content-Type", file.type), .init("ETag", tag), .init("Vary", "Accept-Encoding"),
      .init("Cache-Control", "public, max-age=31536000, immutable"),
    ]
    if request.words("If-None-Match").contains(tag) {
      return .respond(WebResponse(304, fields).withSecurityHeaders)
    }
    let acceptsGzip = request.words("Accept-Encoding").contains { word in
      word == "gzip" || word.hasPrefix("gzip;") && !word.replacing(" ", with: "").hasSuffix("q=0")
    }
    guard acceptsGzip, let gzip = file.gzip else {
      return .respond(WebResponse(200, fields, file.bytes).withSecurityHeaders)
    }
    fields.append(.init("Content-Encoding", "gzip"))
    return .respond(WebResponse(200, fields, gzip).withSecurityHeaders)
  }
}
