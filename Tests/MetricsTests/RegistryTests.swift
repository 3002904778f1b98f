import Testing

@testable import StandupsMetrics

@Suite struct RegistryTests {
  @Test func theSameNameIsTheSameMetric() {
    let registry = MetricRegistry()
    let first = registry.counters("a_total", "A.", labels: ["x"]).with("1")
    let second = registry.counters("a_total", "A.", labels: ["x"]).with("1")
    #expect(first === second)
  }

  @Test func refreshersRunAheadOfTheReading() async {
    let registry = MetricRegistry()
    let gauge = registry.gauge("a", "A.")
    registry.onRead { gauge.set(7) }
    #expect(registry.text().hasSuffix("a 0\n"))
    await registry.refresh()
    #expect(registry.text().hasSuffix("a 7\n"))
  }

  @Test func inventedNamesDoNotFillTheMemory() {
    let family = MetricRegistry().counters("a_total", "A.", labels: ["x"])
    let limit = MetricFamily<Counter>.limit
    for index in 0..<limit + 10 { family.with("\(index)").add() }
    #expect(family.with("other").steps == 10)
    #expect(family.with("new").steps == 10)
    #expect(family.with("\(limit - 1)").steps == 1)
  }

  @Test func whatIsGoneIsForgotten() {
    let registry = MetricRegistry()
    let family = registry.gauges("a", "A.", labels: ["x"])
    family.with("1").set(1)
    family.with("2").set(2)
    family.keepOnly([["2"]])
    #expect(registry.text().hasSuffix("gauge\na{x=\"2\"} 2\n"))
  }

  @Test func aCounterNeverFalls() {
    let counter = Counter()
    counter.add(5)
    counter.add(-3)
    #expect(counter.steps == 5)
  }

  @Test(arguments: ["1a", "a-b", "", "a b", "é", "a{"])
  func whatPrometheusCannotNameIsNoName(_ name: String) {
    #expect(!MetricName.isValid(name))
    #expect(!MetricName.isLabel(name))
  }

  @Test func colonsAreForMetricsAndTwoUnderscoresForNobody() {
    #expect(MetricName.isValid("a:b_c1"))
    #expect(!MetricName.isLabel("a:b"))
    #expect(MetricName.isLabel("_a1"))
    #expect(!MetricName.isLabel("__a"))
  }
}
