import Standups
import Testing

struct ObjectScannerTests {
  private func scan(_ text: String, chunk: Int) throws -> [ObjectScanner.Object] {
    var scanner = ObjectScanner(noting: "meetings")
    var found: [ObjectScanner.Object] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      found += try scanner.scan(Array(rest.prefix(chunk)))
      rest = rest.dropFirst(chunk)
    }
    try scanner.finish()
    return found
  }

  @Test("Objects are found however the file comes", arguments: [1, 2, 7, 4096])
  func objects(chunk: Int) throws {
    let text = """
       [ {"a": "}\\"]{", "meetings": [{"x": [1, {}]}, {"meetings": []}], "b": {}},
      {}, {"meetings": 7, "c": ["meetings", {"meetings": [{}]}]} ]

      """
    let bytes = Array(text.utf8)
    let found = try scan(text, chunk: chunk)
    let texts = found.map { object in
      String(
        decoding: bytes[Int(object.range.lowerBound)..<Int(object.range.upperBound)], as: UTF8.self)
    }
    #expect(
      texts == [
        #"{"a": "}\"]{", "meetings": [{"x": [1, {}]}, {"meetings": []}], "b": {}}"#, "{}",
        #"{"meetings": 7, "c": ["meetings", {"meetings": [{}]}]}"#,
      ])
    let members = found.map { object in
      object.member.map { member in
        String(decoding: bytes[Int(member.lowerBound)..<Int(member.upperBound)], as: UTF8.self)
      }
    }
    #expect(members == [#"{"x": [1, {}]}, {"meetings": []}"#, nil, nil])
    #expect(found.map(\.count) == [2, 0, 0])
  }

  @Test("What is within brackets is found by its place in the file")
  func within() throws {
    var scanner = ObjectScanner(within: 100)
    #expect(try scanner.scan(Array(#"{"a":1},{}"#.utf8)).map(\.range) == [100..<107, 108..<110])
  }

  @Test(
    "What is no array of objects is refused with its place",
    arguments: [
      ("", ""), ("[", ""), ("[{}", ""), ("{}", ""), ("[1]", "[0]"), ("[{},]", "[1]"),
      ("[,{}]", "[0]"),
      ("[{} {}]", ""), ("[{}]x", ""), ("[{}] []", ""), ("[{}, \"a\"]", "[1]"),
      (#"[{"meetings":[],"meetings":[]}]"#, "[0]"),
      ("[{}," + String(repeating: "{\"a\":", count: 65), "[1]"),
    ])
  func refused(text: String, path: String) {
    let error = #expect(throws: StandupsJSONError.self) { try scan(text, chunk: 4096) }
    #expect(error?.path == path)
  }

  @Test(
    "The place of an error is moved by what came before",
    arguments: [
      ("[0].title", "[5].title"), ("[0].meetings[2].date", "[5].meetings[9].date"),
      ("[1].meetings[2].date", "[6].meetings[2].date"), ("[3]", "[8]"), ("", ""),
    ])
  func moved(path: String, whole: String) {
    let error = StandupsJSONError(path: path, problem: "it is missing")
    #expect(error.moved(standups: 5, meetings: 7).path == whole)
  }
}
