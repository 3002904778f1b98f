import Schema
import Testing

struct LanguageTagTests {
  @Test(arguments: [
    ("es", "es"), ("ES", "es"), ("pt-br", "pt-BR"), ("zh-hant-tw", "zh-Hant-TW"),
    ("ZH-HANT", "zh-Hant"), ("es-419", "es-419"), ("fil", "fil"),
  ])
  func aTagHasTheRecommendedLetterCase(_ text: String, _ tag: String) {
    #expect(LanguageTag.normalized(text) == tag)
    #expect(LanguageTag.isValid(tag))
    #expect(LanguageTag.isValid(text) == (text == tag))
    #expect(tag.utf8.count <= LanguageTag.maxBytes)
  }

  @Test(arguments: [
    "", "e", "english", "e1", "es-", "-es", "es--MX", "es_MX", "es-MX-x", "es-MX-Latn", "de-1996",
    "x-klingon", "es-M1", "es-4199", "éé", "es\n", "../es", "zh-Hant-TW-1",
  ])
  func anythingElseIsNotATag(_ text: String) {
    #expect(LanguageTag.normalized(text) == nil)
    #expect(!LanguageTag.isValid(text))
  }

  @Test func aLookupFallsBackToMoreGeneralTags() {
    #expect(LanguageTag.lookup("zh-Hant-TW") == ["zh-Hant-TW", "zh-Hant", "zh"])
    #expect(LanguageTag.lookup("es") == ["es"])
  }
}
