import Foundation
import TestSupport
import Testing

@testable import GatewayService

/// The page embedded in the program.
@Suite struct PageTests {
  private static let folder = Checkout.file("Sources/Page")

  /// A new file of the page must be listed in Sources/CPage/CPage.c.
  @Test func allFilesAreInTheProgram() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter(PageFiles.isServed)
    #expect(Set(paths) == Set(PageFiles.embedded.keys))
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path)))
      #expect(PageFiles.embedded[path] == bytes, "\(path)")
    }
  }

  @Test func theShellNamesTheFilesByTheirHash() throws {
    let page = PageFiles(PageFiles.embedded)
    let shell = String(decoding: page.shell(problem: nil), as: UTF8.self)
    #expect(shell.contains("/assets/\(page.hash)/start.js") && !shell.contains("{assets}"))
    let problem = String(decoding: page.shell(problem: "<“a” & \"b\">"), as: UTF8.self)
    #expect(problem.contains(#"content="&lt;“a” &amp; &quot;b&quot;&gt;""#))
    let accented = page.shell(problem: "\"\u{301}<\u{301}").filter { $0 == UInt8(ascii: "\"") }
    #expect(accented.count == page.shell(problem: "").filter { $0 == UInt8(ascii: "\"") }.count)
    #expect(page["package.json"] == nil && page["index.html"] == nil)
  }
}
