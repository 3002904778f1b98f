import StandupsDependencies
import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct SearchTests {
  private func put(_ id: String, _ text: String?, in collection: String = "meetings") -> Commit {
    Commit(changes: [
      .put(
        Document(
          collection: collection, id: id, parent: "s", body: json("\"\(id)\""), searchText: text))
    ])
  }

  @Test(arguments: Engine.allCases)
  func theBestMatchComesFirstWithItsWordsShown(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let filler = String(repeating: "one two three four five six seven ", count: 20)
      _ = try await store.commit(put("weak", filler + "the database froze " + filler))
      _ = try await store.commit(put("strong", "database, database: the database froze"))
      _ = try await store.commit(put("none", "nothing of the kind"))
      _ = try await store.commit(put("elsewhere", "database froze", in: "standups"))
      _ = try await store.commit(put("silent", nil))
      let query = TextQuery(collection: "meetings", query: "Database")
      let found = try await store.search(query)
      #expect(found.total == 2)
      #expect(found.hits.map(\.document.id) == ["strong", "weak"])
      #expect(found.hits.map(\.document.parent) == ["s", "s"])
      #expect(found.hits.map(\.document.body.text) == [#""strong""#, #""weak""#])
      #expect(found.hits[0].snippet.hasPrefix("\u{2}database\u{3}, \u{2}database\u{3}"))
      #expect(found.hits[1].snippet.contains("\u{2}database\u{3}"))
      #expect(found.hits[1].snippet.contains("…"))
      #expect(try await store.search("meetings", for: "database", limit: 1, offset: 1) == ["weak"])
      let cut = try await store.search(query, maxBytes: 1)
      #expect(cut.hits == [found.hits[0]])
      #expect(cut.total == 2)
    }
  }

  @Test(arguments: Engine.allCases)
  func aWordIsFoundInASentenceWithoutSpaces(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(put("chinese", "昨天完成了登录页面，今天检查数据库迁移。"))
      _ = try await store.commit(put("japanese", "今日はデータベース移行をレビューします。"))
      _ = try await store.commit(put("korean", "오늘은 데이터베이스를 봅니다."))
      _ = try await store.commit(put("mixed", "PROJ-1234はnode.jsのログイン画面"))
      for (text, ids) in [
        ("数据库", ["chinese"]), ("库数据", []), ("データベース", ["japanese"]),
        ("데이터베이스", ["korean"]), ("データ 今日", ["japanese"]), ("node", ["mixed"]),
        ("ログイン proj", ["mixed"]), ("登录", ["chinese"]),
      ] as [(String, [String])] {
        #expect(try await store.search("meetings", for: text) == ids, "\(text)")
      }
      let found = try await store.search(TextQuery(collection: "meetings", query: "数据库"))
      #expect(found.hits.first?.snippet.contains("\u{2}数据库\u{3}") == true)
    }
  }

  @Test(arguments: Engine.allCases)
  func wordsAreFoundInEveryFormAndScript(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(put("thai", "วันนี้ฐานข้อมูลเสร็จแล้ว"))
      _ = try await store.commit(put("hindi", "आज हिन्दी में बात हुई"))
      _ = try await store.commit(put("narrow", "ﾃﾞｰﾀﾍﾞｰｽ と ＡＰＩ ｖ２"))
      _ = try await store.commit(put("mixed", "数据库v2 迁移 🎉 会议"))
      _ = try await store.commit(put("jamo", "\u{1103}\u{1166}\u{110B}\u{1175}\u{1110}\u{1165}"))
      _ = try await store.commit(put("greek", "ΟΔΟΣ cafe\u{301} Ёлка"))
      for (text, ids) in [
        ("ฐานข้อมูล", ["thai"]), ("हिन्दी", ["hindi"]), ("हन", []), ("データベース", ["narrow"]),
        ("テータ", []), ("api", ["narrow"]), ("v2", ["mixed", "narrow"]), ("数据库v2", ["mixed"]),
        ("会议", ["mixed"]), ("议", ["mixed"]), ("库 会", ["mixed"]), ("库会", []),
        ("데이터", ["jamo"]), ("οδος", ["greek"]), ("café", ["greek"]), ("елка", ["greek"]),
      ] as [(String, [String])] {
        #expect(try await store.search("meetings", for: text).sorted() == ids, "\(text)")
      }
      for (text, shown) in [
        ("ベース", "ﾃﾞｰﾀ\u{2}ﾍﾞｰｽ\u{3} と"), ("api", "\u{2}ＡＰＩ\u{3} ｖ２"),
        ("据库v2", "数\u{2}据库v2\u{3} 迁移 🎉 会议"), ("会议", "🎉 \u{2}会议\u{3}"),
      ] {
        let found = try await store.search(TextQuery(collection: "meetings", query: text))
        #expect(found.hits.first?.snippet.contains(shown) == true, "\(text)")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func aLongLineIsSearchedAndALongPhraseIsRefused(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let line = String(repeating: "的", count: 3_996) + "数据库的"
      _ = try await store.commit(put("long", line))
      let found = try await store.search(TextQuery(collection: "meetings", query: "数据库"))
      #expect(found.hits.first?.snippet.hasSuffix("\u{2}数据库\u{3}的") == true)
      #expect(try await store.search("meetings", for: String(line.prefix(256))) == ["long"])
      #expect(
        await code { _ = try await store.search("meetings", for: String(line.prefix(257))) }
          == .invalid)
    }
  }

  @Test(arguments: Engine.allCases)
  func theIndexFollowsTheDocuments(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      func ids(_ text: String) async throws -> [String] {
        try await store.search("meetings", for: text)
      }
      _ = try await store.commit(put("m", "apples"))
      _ = try await store.commit(put("m", "oranges"))
      #expect(try await ids("apples") == [])
      #expect(try await ids("oranges") == ["m"])
      _ = try await store.commit(put("m", nil))
      #expect(try await ids("oranges") == [])
      _ = try await store.commit(put("m", "pears"))
      _ = try await store.commit(
        Commit(changes: [.deleteChildren(collection: "meetings", parent: "s")]))
      #expect(try await ids("pears") == [])
      _ = try await store.commit(put("n", "plums"))
      #expect(try await ids("pears") == [])
      #expect(try await ids("plums") == ["n"])
      // FTS5's own check of the index against the documents.
      try await (store as? SQLiteStore)?.maintain { connection throws in
        try connection.execute(
          "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)",
          operation: "check the index")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func allWordsMustBeThereAndPhrasesStayTogether(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(put("a", "We ship the café menu on Monday."))
      _ = try await store.commit(put("b", "On the menu we ship Monday nothing."))
      func ids(_ text: String) async throws -> Set<String> {
        Set(try await store.search("meetings", for: text))
      }
      #expect(try await ids("monday ship") == ["a", "b"])
      #expect(try await ids("ship CAFE") == ["a"])
      #expect(try await ids("\"ship the\"") == ["a"])
      for phrase in ["“ship we”", "„ship we“", "«ship we»", "「ship we」", "“we ship nothing”"] {
        #expect(try await ids(phrase) == [], "\(phrase)")
      }
      #expect(try await ids("“we ship the” menu") == ["a"])
      #expect(try await ids("menu \"we ship") == ["a", "b"])
      #expect(try await ids("monday tuesday") == [])
    }
  }

  @Test(arguments: Engine.allCases)
  func aWordStandsForLongerOnesThatBeginWithIt(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(put("a", "The database migration was shipped in node.js."))
      _ = try await store.commit(put("b", "Databases and shipments: Éclairs."))
      _ = try await store.commit(put("c", "A dataset on a ship, as it is."))
      for (text, ids) in [
        ("dat", ["a", "b", "c"]), ("data", ["a", "b", "c"]), ("databas", ["a", "b"]),
        ("databases", ["b"]), ("database ship", ["a", "b"]), ("ship dataset", ["c"]),
        ("ecl", ["b"]), ("MIGRA", ["a"]), ("node.j", []), ("node.js", ["a"]), ("node", ["a"]),
        // Two letters, and phrases, stand for themselves.
        ("da", []), ("is", ["c"]), ("“ship”", ["c"]), ("“the data”", []), ("atabase", []),
      ] as [(String, Set<String>)] {
        #expect(Set(try await store.search("meetings", for: text)) == ids, "\(text)")
      }
      let found = try await store.search(TextQuery(collection: "meetings", query: "migra"))
      #expect(found.hits.first?.snippet.contains("\u{2}migration\u{3}") == true)
    }
  }

  static let hostile = [
    "", " ", "\0", "\"", "\"\"", "\"\"\"", "'", "*", "a*", "^a", "-a", "+a", "a AND", "OR", "NOT a",
    "NEAR(a b, 2)", "NEAR(", "(", ")", "a)(", "searchText:a", "search : a", "{a b}: c", "a:b:c",
    "\\", "%", "; DROP TABLE documents; --", "\" OR 1", "\"\u{301}a\u{301}\"\u{302} OR \"", "a\0b",
    "\u{FEFF}", "👩‍👩‍👧‍👦", "🏳️‍🌈 a", "\u{202E}abc", "...", "!!! ???", "½ ²", "አማርኛ 中文 العربية",
    "a\u{0}\"b", "𐍈 𞤀", "\u{10FFFF}", String(repeating: "x", count: 100_000),
    String(repeating: "a ", count: 64), String(repeating: "\"a\"", count: 21),
  ]

  @Test(arguments: Engine.allCases)
  func noQueryIsAnError(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      for (number, text) in Self.hostile.enumerated() {
        _ = try await store.commit(put("m\(number)", "a b OR NEAR word\(number)x " + text))
        _ = try await store.search("meetings", for: text)
        let found = try await store.search("meetings", for: "word\(number)x")
        #expect(found == ["m\(number)"], "\(text.prefix(100))")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func randomQueriesAreNoErrorsEither(_ engine: Engine) async throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "\"", "'", "*", "(", ")", ":", "^", "-", "+", "{", "}", ",", " ", "a", "b", "OR", "AND",
      "NOT",
      "NEAR", "\0", "\u{301}", "\n", "é", "1", ".",
    ]
    let queries = (0..<500).map { _ in
      (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(put("m", "a b OR NEAR é 1"))
      for query in queries { _ = try await store.search("meetings", for: query) }
    }
  }

  /// Repeated terms would cost as much again.
  @Test func aWordThatIsSaidTwiceCountsOnce() throws {
    let text = String(repeating: "Ship \"the menu\" ship SHIP \"The Menu\" ", count: 500)
    #expect(try SearchQuery(text).expression == #""Ship"* "the menu""#)
  }

  @Test(arguments: Engine.allCases)
  func aSearchThatTakesTooLongIsGivenUpAndHoldsUpNothing(_ engine: Engine) async throws {
    try await withStore(on: engine, { $0.searchTimeout = .zero }) { store, _ in
      for start in stride(from: 0, to: 2000, by: 500) {
        _ = try await store.commit(
          Commit(
            changes: (start..<start + 500).map { id in
              .put(
                Document(
                  collection: "meetings", id: "\(id)", body: .emptyObject, searchText: "a b c d e f"
                ))
            }))
      }
      #expect(await code { _ = try await store.search("meetings", for: "a b c d e f") } == .invalid)
      #expect(try await store.count("meetings") == 2000)
      // The connection continues to work.
      #expect(await code { _ = try await store.search("meetings", for: "f") } == .invalid)
    }
  }

  @Test(arguments: Engine.allCases)
  func tooManyWordsAreRefused(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let text = (0...64).map { "w\($0)" }.joined(separator: " ")
      #expect(await code { _ = try await store.search("meetings", for: text) } == .invalid)
      #expect(
        await code { _ = try await store.search("meetings", for: "a", offset: -1) } == .invalid)
    }
  }

  @Test(arguments: Engine.allCases)
  func aSearchIsRestrictedByParentSortKeyAndMention(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      func put(
        _ id: String, in collection: String = "meetings", of parent: String, at key: Int64,
        _ body: String
      ) -> DocumentChange {
        .put(
          Document(
            collection: collection, id: id, parent: parent, sortKey: key, body: json(body),
            searchText: "budget"))
      }
      _ = try await store.commit(
        Commit(changes: [
          put("a", of: "s", at: 10, #"{"person":"ann"}"#),
          put("b", of: "s", at: 20, #"{"person":"bob"}"#),
          put("c", of: "t", at: 20, #"{"person":"ann"}"#),
          // A part counts as the meeting to which it belongs, whatever it contains itself.
          put("a/2", in: "meetings.parts", of: "s", at: 10, "{}"),
          put("b/2", in: "meetings.parts", of: "s", at: 20, #"{"person":"ann"}"#),
        ]))
      func ids(_ change: (inout TextQuery) -> Void) async throws -> [String] {
        var query = TextQuery(collection: "meetings", also: "meetings.parts", query: "budget")
        change(&query)
        let found = try await store.search(query)
        #expect(found.total == found.hits.count)
        return found.hits.map(\.document.id).sorted()
      }
      #expect(try await ids { _ in } == ["a", "a/2", "b", "b/2", "c"])
      #expect(try await ids { $0.parent = "t" } == ["c"])
      #expect(try await ids { $0.parent = "'" } == [])
      #expect(try await ids { $0.fromKey = 20 } == ["b", "b/2", "c"])
      #expect(try await ids { $0.toKey = 20 } == ["a", "a/2"])
      #expect(try await ids { ($0.fromKey, $0.toKey) = (11, 20) } == [])
      #expect(try await ids { $0.mentions = [#""person":"ann""#] } == ["a", "a/2", "c"])
      #expect(
        try await ids { $0.mentions = ["x", #""bob""#, "ann"] } == ["a", "a/2", "b", "b/2", "c"])
      #expect(
        try await ids { ($0.parent, $0.toKey, $0.mentions) = ("s", 21, ["bob"]) } == ["b", "b/2"])
      #expect(try await ids { ($0.mentions, $0.teams) = (["ann"], ["web"]) } == [])
      // Never empty because it is a literal.
      for mentions in [
        [], [""], Array(repeating: "a", count: 101), [String(repeating: "a", count: 129)],
      ] {
        #expect(await code { _ = try await ids { $0.mentions = mentions } } == .invalid)
      }
    }
  }

  /// The excerpts of both stores are equal.
  @Test(arguments: Engine.allCases)
  func anExcerptHasAtMostSixteenWordsOrCharacters(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let line = String(repeating: "昨天完成了登录页面。", count: 5) + "今天检查数据库迁移，然后部署到生产环境并通知客户。"
      _ = try await store.commit(put("chinese", line))
      _ = try await store.commit(
        put("english", (1...40).map { "w\($0)" }.joined(separator: " ")))
      for (text, shown) in [
        ("数据库", "…页面。今天检查\u{2}数据库\u{3}迁移，然后部署到…"),
        ("w20", "…w13 w14 w15 w16 w17 w18 w19 \u{2}w20\u{3} w21 w22 w23 w24 w25 w26 w27 w28…"),
      ] {
        let found = try await store.search(TextQuery(collection: "meetings", query: text))
        let snippet = try #require(found.hits.first?.snippet)
        #expect(SearchTokens(snippet).tokens.count == 16, "\(snippet)")
        #expect(snippet == shown)
      }
    }
  }
}
