import Foundation
import Testing

@testable import LoadTester

@Suite struct HistogramTests {
  /// The values from which another implementation wrote the lines below.
  static var sample: Histogram {
    var histogram = Histogram()
    var x: Int64 = 12345
    for _ in 0..<2000 {
      x = (x * 1_103_515_245 + 12345) % (1 << 31)
      histogram.record((x % 1000) * (x % 997) * (1 + (x % 7) * (x % 11)))
    }
    return histogram
  }

  /// Value, percentile and total of lines that HdrHistogram for Python 0.10 wrote.
  static let known: [(value: Int64, percentile: Double, total: Int64)] = [
    (0, 0.000000000000, 7),
    (1209343, 0.468559000000, 938),
    (4530175, 0.717570463519, 1436),
    (8822783, 0.849905364703, 1700),
    (13828095, 0.920233556923, 1841),
    (18087935, 0.957608841725, 1916),
    (22708223, 0.977471600455, 1955),
    (27754495, 0.988027484817, 1977),
    (32096255, 0.993637314559, 1988),
    (37814271, 0.996618608086, 1994),
    (44990463, 0.998202989700, 1997),
    (49184767, 0.999044995049, 1999),
    (49184767, 0.999492471214, 1999),
    (50823167, 1.000000000000, 2000),
  ]

  @Test(arguments: known.indices)
  func saysWhatHdrHistogramSays(index: Int) {
    let line = Self.known[index]
    let histogram = Self.sample
    // Both are the largest value of the bucket; ours never exceeds the largest of all.
    #expect(histogram.value(at: line.percentile * 100) == min(line.value, histogram.max ?? 0))
  }

  @Test func meanAndDeviationAreThoseOfHdrHistogram() {
    #expect(abs(Self.sample.mean - 4_130_338.283) < 0.001)
    #expect(abs(Self.sample.standardDeviation - 6_269_018.297) < 0.001)
  }

  @Test func smallValuesAreExact() {
    var histogram = Histogram()
    for value in 0..<2048 { histogram.record(Int64(value)) }
    for value in [0, 1, 17, 1023, 1024, 2047] {
      #expect(histogram.value(at: Double(value + 1) / 2048 * 100) == Int64(value))
    }
  }

  @Test(arguments: [Int64(2048), 4095, 1_000_003, 59_999_999_999, 3_599_999_999_999])
  func aValueIsOffByLessThanOneInAThousandTwentyFour(value: Int64) {
    let index = Histogram.index(of: value)
    let range = Histogram.range(of: index)
    #expect(range.first <= value && value < range.first + range.size)
    #expect(range.size * 1024 <= value)
    #expect(Histogram.index(of: range.first + range.size) == index + 1)
  }

  @Test func percentilesAreThoseOfTheSortedValues() {
    var histogram = Histogram()
    var values: [Int64] = []
    var x: UInt64 = 7
    for _ in 0..<5000 {
      x = x &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      values.append(Int64(x >> 33) % 50_000_000)
      histogram.record(values[values.count - 1])
    }
    values.sort()
    for percentile in [1.0, 25, 50, 90, 99, 99.9, 100] {
      let exact = values[max(0, Int((percentile / 100 * 5000).rounded(.up)) - 1)]
      let found = histogram.value(at: percentile)
      #expect(found >= exact && Double(found) <= Double(exact) * (1 + 1.0 / 1024) + 1)
    }
  }

  @Test func addingIsRecordingTogether() {
    var whole = Histogram()
    var first = Histogram()
    var second = Histogram()
    for value in Int64(0)..<3000 {
      let spread = value * value * 31
      whole.record(spread)
      if value % 3 == 0 { first.record(spread) } else { second.record(spread) }
    }
    first.add(second)
    #expect(first == whole)
  }

  @Test func whatIsOutsideTheRangeIsCounted() {
    var histogram = Histogram(highest: 10_000)
    histogram.record(20_000)
    histogram.record(-3)
    #expect(histogram.clamped == 2)
    #expect(histogram.count == 2)
    #expect(histogram.max == 10_000)
    #expect(histogram.min == 0)
  }

  @Test func jsonLosesNothing() throws {
    let histogram = Self.sample
    let data = try JSONEncoder().encode(histogram)
    #expect(try JSONDecoder().decode(Histogram.self, from: data) == histogram)
  }

  @Test(arguments: [#"[[99999999,1]]"#, #"[[1]]"#, #"[[3,-1]]"#])
  func aBucketThatCannotBeIsRefused(buckets: String) {
    let json = #"{"highest":100000,"clamped":0,"buckets":"# + buckets + "}"
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Histogram.self, from: Data(json.utf8))
    }
  }

  @Test func theTextHasTheFormOfHdrHistogram() {
    var histogram = Histogram(highest: 1_000_000)
    histogram.record(1000, times: 9)
    histogram.record(100_000)
    let expected = """
             Value     Percentile TotalCount 1/(1-Percentile)

             1.000 0.000000000000          9           1.00
             1.000 0.100000000000          9           1.11
             1.000 0.200000000000          9           1.25
             1.000 0.300000000000          9           1.43
             1.000 0.400000000000          9           1.67
             1.000 0.500000000000          9           2.00
             1.000 0.550000000000          9           2.22
             1.000 0.600000000000          9           2.50
             1.000 0.650000000000          9           2.86
             1.000 0.700000000000          9           3.33
             1.000 0.750000000000          9           4.00
             1.000 0.775000000000          9           4.44
             1.000 0.800000000000          9           5.00
             1.000 0.825000000000          9           5.71
             1.000 0.850000000000          9           6.67
             1.000 0.875000000000          9           8.00
             1.000 0.887500000000          9           8.89
             1.000 0.900000000000          9          10.00
           100.031 0.912500000000         10          11.43
           100.031 1.000000000000         10
      #[Mean    =       10.900, StdDeviation   =       29.700]
      #[Max     =      100.031, Total count    =           10]
      #[Buckets =            9, SubBuckets     =         2048]

      """
    #expect(histogram.percentileText(scale: 1000) == expected)
  }

  @Test func anEmptyOneIsText() {
    #expect(Histogram().percentileText().contains("Total count    =            0"))
    #expect(Histogram().value(at: 99) == 0)
  }
}
