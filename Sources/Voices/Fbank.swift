import Foundation

/// Energies of 80 bands of pitch as people hear it (mel), every 10 ms: the input of speaker networks.
///
/// The same numbers as Kaldi's `compute-fbank-feats` with a Hamming window, without dither, for 16 kHz audio with
/// samples of 16 bits: frames of 25 ms, DC removed, pre-emphasis of 0.97, power spectrum, triangular bands from 20 Hz
/// to 8 kHz, natural logarithm.
public struct Fbank: Sendable {
  /// Number of bands.
  public static let bands = 80
  /// Length and distance of frames, in samples.
  public static let frameLength = 400
  public static let frameShift = 160

  private static let preEmphasis: Float = 0.97
  private static let lowHertz = 20.0
  private static let highHertz = 8_000.0
  private static let sampleRate = 16_000.0

  /// The sum of a band: the weights of successive bins of the spectrum.
  private struct Band: Sendable {
    let first: Int
    let weights: [Float]
  }

  private let window: [Float]
  private let filters: [Band]
  private let transform = FourierTransform()

  /// Prepares the window and the bands.
  public init() {
    window = (0..<Self.frameLength).map { index in
      Float(0.54 - 0.46 * cos(2 * Double.pi * Double(index) / Double(Self.frameLength - 1)))
    }
    func mel(_ hertz: Double) -> Double { 1127 * log(1 + hertz / 700) }
    let low = mel(Self.lowHertz)
    let step = (mel(Self.highHertz) - low) / Double(Self.bands + 1)
    let width = Self.sampleRate / Double(FourierTransform.size)
    filters = (0..<Self.bands).map { band in
      let left = low + Double(band) * step
      let (center, right) = (left + step, left + 2 * step)
      let weights = (0..<FourierTransform.size / 2).map { bin -> Float in
        let place = mel(width * Double(bin))
        guard place > left, place < right else { return 0 }
        return Float(
          place <= center ? (place - left) / (center - left) : (right - place) / (right - center))
      }
      let first = weights.firstIndex { $0 > 0 } ?? 0
      let end = (weights.lastIndex { $0 > 0 } ?? first) + 1
      return Band(first: first, weights: Array(weights[first..<max(first, end)]))
    }
  }

  /// Number of complete frames in audio of a length.
  public static func frameCount(of samples: Int) -> Int {
    samples < frameLength ? 0 : 1 + (samples - frameLength) / frameShift
  }

  /// Returns the features of all complete frames, one after another: `bands` values for each.
  public func features(of samples: [Int16]) -> [Float] {
    let count = Self.frameCount(of: samples.count)
    var features = [Float]()
    features.reserveCapacity(count * Self.bands)
    var frame = [Float](repeating: 0, count: Self.frameLength)
    for index in 0..<count {
      let start = index * Self.frameShift
      var sum: Float = 0
      for place in 0..<Self.frameLength {
        frame[place] = Float(samples[start + place])
        sum += frame[place]
      }
      let mean = sum / Float(Self.frameLength)
      var previous = frame[0] - mean
      for place in 0..<Self.frameLength {
        let value = frame[place] - mean
        frame[place] = (value - Self.preEmphasis * previous) * window[place]
        previous = value
      }
      let power = transform.power(of: frame)
      for band in filters {
        var energy: Float = 0
        for (offset, weight) in band.weights.enumerated() {
          energy += weight * power[band.first + offset]
        }
        features.append(log(max(energy, Float.ulpOfOne)))
      }
    }
    return features
  }

  /// Returns the features with the mean of each band over time subtracted, which removes the effect of the
  /// microphone.
  public func normalizedFeatures(of samples: [Int16]) -> [Float] {
    var features = features(of: samples)
    let count = features.count / Self.bands
    guard count > 0 else { return [] }
    for band in 0..<Self.bands {
      var sum: Float = 0
      for place in stride(from: band, to: features.count, by: Self.bands) { sum += features[place] }
      let mean = sum / Float(count)
      for place in stride(from: band, to: features.count, by: Self.bands) {
        features[place] -= mean
      }
    }
    return features
  }
}

/// A fast Fourier transform of 512 points (Cooley and Tukey, radix 2).
private struct FourierTransform: Sendable {
  static let size = 512

  private let cosines, sines: [Float]
  private let order: [Int]

  init() {
    let angles = (0..<Self.size / 2).map { -2 * Double.pi * Double($0) / Double(Self.size) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
    let bits = Self.size.trailingZeroBitCount
    order = (0..<Self.size).map { index in
      (0..<bits).reduce(0) { $0 << 1 | index >> $1 & 1 }
    }
  }

  /// Returns the squared magnitude of each bin below the Nyquist frequency of a frame, padded with zeros.
  func power(of frame: [Float]) -> [Float] {
    let size = Self.size
    var real = order.map { $0 < frame.count ? frame[$0] : 0 }
    var imaginary = [Float](repeating: 0, count: size)
    var half = 1
    while half < size {
      let step = size / (2 * half)
      for start in stride(from: 0, to: size, by: 2 * half) {
        for offset in 0..<half {
          let (low, high) = (start + offset, start + offset + half)
          let (cosine, sine) = (cosines[offset * step], sines[offset * step])
          let x = real[high] * cosine - imaginary[high] * sine
          let y = real[high] * sine + imaginary[high] * cosine
          (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
          (real[low], imaginary[low]) = (real[low] + x, imaginary[low] + y)
        }
      }
      half *= 2
    }
    return (0..<size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
  }
}
