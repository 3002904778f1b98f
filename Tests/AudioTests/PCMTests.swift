import Testing

@testable import Audio

struct PCMTests {
  @Test func everySampleSurvivesTheWayThroughFloatsAndBytes() {
    let all = Array(Int16.min...Int16.max)
    #expect(PCM.int16(PCM.float(all)) == all)
    #expect(PCM.samples(PCM.bytes(all)) == all)
  }

  @Test func bytesAreLittleEndian() {
    #expect(PCM.bytes([1, -2]) == [1, 0, 0xFE, 0xFF])
    #expect(PCM.samples([1, 0, 0xFE, 0xFF]) == [1, -2])
    #expect(PCM.samples([1, 0, 3]) == nil)
    #expect(PCM.samples([]) == [])
  }

  @Test(
    arguments: [
      (1, 32_767), (-1, -32_768), (7, 32_767), (-7, -32_768), (.nan, 0), (.infinity, 32_767),
      (-.infinity, -32_768), (0.5, 16_384),
    ] as [(Float, Int16)])
  func clipsWhatIsTooLoud(_ sample: Float, _ expected: Int16) {
    #expect(PCM.int16(sample) == expected)
  }
}
