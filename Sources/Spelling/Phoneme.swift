/// A sound of English, with the name that ARPAbet has for it; stress is not distinguished.
enum Phoneme: UInt8, CaseIterable, Sendable {
  case AA, AE, AH, AO, AW, AY, EH, ER, EY, IH, IY, OW, OY, UH, UW
  case B, CH, D, DH, F, G, HH, JH, K, L, M, N, NG, P, R, S, SH, T, TH, V, W, Y, Z, ZH

  /// True for a vowel, which recognition confuses more often than a consonant.
  var isVowel: Bool { rawValue <= Phoneme.UW.rawValue }

  /// Reads phonemes that are separated by spaces; unknown names are skipped.
  static func list(_ text: some StringProtocol) -> [Phoneme] {
    text.split(separator: " ").compactMap { named[String($0)] }
  }

  private static let named = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}
