import StandupsConfiguration
import Testing

/// Addresses and networks, as settings list them.
@Suite struct AddressRangeTests {
  @Test func networksHoldTheirAddresses() throws {
    let network = try #require(AddressRange("10.1.0.0/16"))
    #expect(network.contains("10.1.255.3"))
    #expect(network.contains("::ffff:10.1.2.3"))
    #expect(!network.contains("10.2.0.1") && !network.contains("::1") && !network.contains("x"))
    #expect(try #require(AddressRange("127.0.0.1")).contains("127.0.0.1"))
    #expect(try #require(AddressRange("fd00::/8")).contains("fdab::1"))
    for text in ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0", "a/8", "10.0.0.0/8/8", "10.0.0.0/-1"] {
      #expect(AddressRange(text) == nil, "\(text)")
    }
  }
}
