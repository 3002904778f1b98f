import StandupsConfiguration
import Testing

/// Addresses of a page, for browsers.
@Suite struct PageAddressTests {
  @Test(arguments: [
    "https://south.example/", "http://127.0.0.1:8080/", "http://localhost:1/", "https://[::1]/",
    "https://[2001:db8::1]:8443/", "https://a-b.c/",
  ])
  func aRootOfAHostIsOne(text: String) {
    #expect(Endpoint.page(text) == text)
    #expect(Endpoint.page(String(text.dropLast())) == text)
  }

  @Test(arguments: [
    "", "/", "south.example", "//south.example/", "https://", "https:///", "javascript:alert(1)",
    "javascript://south.example/", "data:text/html,x", "ftp://south.example/", "HTTPS://south/",
    "https://ada@south.example/", "https://south.example/page", "https://south.example//",
    "https://south.example/?a", "https://south.example/#a", "https://south example/",
    "https://süd.example/", "https://south:0/", "https://south:65536/", "https://south:+80/",
    "https://south:٣/", "https://south:/", "https://*/", "https://[::1]x/",
    "https://[fe80::1%25lo]/",
    "https://south\n/", "https://south\"/",
  ])
  func anythingElseIsNone(text: String) { #expect(Endpoint.page(text) == nil) }

  @Test func itIsBounded() {
    #expect(Endpoint.page("https://\(String(repeating: "a", count: 253))/") != nil)
    #expect(Endpoint.page("https://\(String(repeating: "a", count: 300))/") == nil)
  }
}
