import Standups
import Testing

/// Terms of a team's glossary.
@Suite struct GlossaryTermTests {
  @Test func whiteSpaceIsCollapsed() {
    let term = GlossaryTerm("  Site\n Reliability ", soundsLike: " site  reliability ").collapsed
    #expect(term == GlossaryTerm("Site Reliability", soundsLike: "site reliability"))
    #expect(term.problem == nil)
  }

  @Test func termsThatDifferInCaseAreTheSame() {
    #expect(GlossaryTerm.key(" NGINX ") == GlossaryTerm.key("nginx"))
    #expect(GlossaryTerm.key("Zoë") == GlossaryTerm.key("ZOE\u{308}"))
    #expect(GlossaryTerm.key("C++") != GlossaryTerm.key("C#"))
  }

  @Test(arguments: [
    GlossaryTerm("Grafana"), GlossaryTerm("C++", soundsLike: "see plus plus"),
    GlossaryTerm("S3"), GlossaryTerm("R"), GlossaryTerm("Node.js"),
    GlossaryTerm("数据库", soundsLike: "shoo joo koo"),
    GlossaryTerm(String(repeating: "a", count: GlossaryTerm.maxBytes)),
  ])
  func validTermsHaveNoProblem(term: GlossaryTerm) { #expect(term.problem == nil) }

  @Test(arguments: [
    GlossaryTerm(""), GlossaryTerm(" a"), GlossaryTerm("a  b"), GlossaryTerm("a\u{7F}"),
    GlossaryTerm(String(repeating: "é", count: 51)), GlossaryTerm("数据库"), GlossaryTerm("!?"),
    GlossaryTerm("C++"), GlossaryTerm("数据库S3"), GlossaryTerm("a", soundsLike: "b 数"),
    GlossaryTerm("a", soundsLike: ""), GlossaryTerm("a", soundsLike: "数"),
    GlossaryTerm("a", soundsLike: String(repeating: "b", count: 101)),
  ])
  func invalidTermsHaveAProblem(term: GlossaryTerm) { #expect(term.problem != nil) }

  @Test func aGlossaryHasEachTermOnce() {
    #expect([GlossaryTerm("a"), GlossaryTerm("b")].glossaryProblem == nil)
    #expect([GlossaryTerm("a"), GlossaryTerm("A")].glossaryProblem != nil)
    #expect([GlossaryTerm]().glossaryProblem != nil)
    #expect((0...500).map { GlossaryTerm("t\($0)") }.glossaryProblem != nil)
  }
}
