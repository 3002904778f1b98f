import Foundation

/// A sine tone in Hz; full scale is ±1.
func tone(_ hertz: Double, seconds: Double, rate: Int, amplitude: Double = 0.5) -> [Float] {
  (0..<Int(seconds * Double(rate))).map {
    Float(amplitude * sin(2 * .pi * hertz * Double($0) / Double(rate)))
  }
}

/// The amplitude of a signal's component at a frequency.
func amplitude(_ samples: [Float], at hertz: Double, rate: Int) -> Double {
  var real = 0.0
  var imaginary = 0.0
  for (index, sample) in samples.enumerated() {
    let angle = 2 * .pi * hertz * Double(index) / Double(rate)
    real += Double(sample) * cos(angle)
    imaginary += Double(sample) * sin(angle)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
}
