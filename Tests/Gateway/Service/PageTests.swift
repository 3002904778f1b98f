import Foundation
import TestSupport
import Testing

@testable import GatewayService

/// The page embedded in the program, and read from a checkout.
@Suite struct PageTests {
  private static let folder = Checkout.file("Services")

  /// `scripts/page` lists the files of the page in Sources/CPage/CPage.c.
  @Test func allFilesAreInTheProgram() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter(PageFiles.isServed)
    #expect(Set(paths) == Set(PageFiles.embedded.keys))
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path)))
      #expect(PageFiles.embedded[path] == bytes, "\(path)")
    }
  }

  @Test func theCheckoutServesTheSameFiles() throws {
    let read = try PageFiles(directory: Self.folder.path)
    #expect(read.hash == PageFiles(PageFiles.embedded).hash)
    for path in ["Focus/Service/Main.swift", "package.json", "Gateway/Page/types.d.ts"] {
      let file = Self.folder.appendingPathComponent(path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
      #expect(!Self.serves(path, read), "\(path)")
    }
  }

  /// Only files in a directory `Page` are served, even if others have a type of the page.
  @Test func otherFilesOfTheCheckoutAreNotServed() throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: root) }
    let folder = root.appendingPathComponent("Services")
    func write(_ path: String, at base: URL) throws {
      let file = base.appendingPathComponent(path)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(path.utf8).write(to: file)
    }
    try write("outside.js", at: root)
    try write("Linked/index.js", at: root)
    let hidden = [
      "a.js", "Page/a.js", "Focus/a.js", "Focus/Service/a.js", "Focus/Service/Page/a.js",
      "Focus/Page/below/a.js", "Focus/Page/.a.js", ".git/Page/a.js", "Focus/Page/a.swift",
      "Focus/Page/package.json", "Focus/Page/a",
    ]
    for path in hidden + [PageFiles.shellName, "Focus/Page/part.js"] { try write(path, at: folder) }
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("Focus/Page/link.js"),
      withDestinationURL: root.appendingPathComponent("outside.js"))
    try manager.createDirectory(
      at: folder.appendingPathComponent("Cells"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("Cells/Page"),
      withDestinationURL: root.appendingPathComponent("Linked"))

    let page = try PageFiles(directory: folder.path)
    #expect(page["Focus/Page/part.js"]?.bytes == Array("Focus/Page/part.js".utf8))
    let links = ["Focus/Page/link.js", "Cells/Page/index.js"]
    let ways = [
      "../outside.js", "Focus/Page/../a.js", "/etc/passwd", "../../etc/passwd",
      "./Focus/Page/part.js",
    ]
    for path in hidden + links + ways { #expect(!Self.serves(path, page), "\(path)") }
  }

  private static func serves(_ path: String, _ page: PageFiles) -> Bool { page[path] != nil }

  /// A browser must not use the worker or the manifest of an earlier version.
  @Test func theWorkerAndTheManifestHaveFixedPaths() async throws {
    let page = [
      PageFiles.shellName: Array("<head></head>".utf8),
      "Gateway/Page/sw.js": Array("const assets = '{assets}';".utf8),
      "Gateway/Page/manifest.webmanifest": Array("{}".utf8),
    ]
    try await GatewayFixture.serving(page: page) { fixture in
      let worker = try await fixture.ask("GET", "/sw.js")
      #expect(worker.status == 200)
      #expect(worker.fields["content-type"] == "text/javascript; charset=utf-8")
      #expect(worker.fields["cache-control"] == "no-cache")
      #expect(worker.body == "const assets = '/assets/\(PageFiles(page).hash)';")
      let manifest = try await fixture.ask("GET", "/manifest.webmanifest")
      #expect(manifest.status == 200)
      #expect(manifest.fields["content-type"] == "application/manifest+json")
      #expect(manifest.fields["cache-control"] == "no-cache")
    }
    try await GatewayFixture.serving { fixture in
      let missing = try await fixture.ask("GET", "/sw.js")
      #expect(missing.status == 404)
    }
  }

  @Test func theShellNamesTheFilesByTheirHash() throws {
    let page = PageFiles(PageFiles.embedded)
    let shell = String(decoding: page.shell(problem: nil), as: UTF8.self)
    #expect(shell.contains("/assets/\(page.hash)/Gateway/Page/start.js"))
    #expect(!shell.contains("{assets}"))
    let problem = String(decoding: page.shell(problem: "<“a” & \"b\">"), as: UTF8.self)
    #expect(problem.contains(#"content="&lt;“a” &amp; &quot;b&quot;&gt;""#))
    let accented = page.shell(problem: "\"\u{301}<\u{301}").filter { $0 == UInt8(ascii: "\"") }
    #expect(accented.count == page.shell(problem: "").filter { $0 == UInt8(ascii: "\"") }.count)
    #expect(page["package.json"] == nil && page[PageFiles.shellName] == nil)
  }
}
