/// Costs of changing one pronunciation into another, in hundredths of a completely different consonant.
enum PhonemeCosts {
  /// Returns the cost of hearing one phoneme as another; symmetric.
  static func replacing(_ first: Phoneme, with second: Phoneme) -> Int {
    Int(table[Int(first.rawValue) * count + Int(second.rawValue)])
  }

  /// Returns the cost of hearing a phoneme that was not said, or of not hearing one.
  static func adding(_ phoneme: Phoneme) -> Int {
    switch phoneme {
    case .AH, .IH: 35
    case .HH, .Y, .W: 45
    case _ where phoneme.isVowel: 55
    case .T, .D, .R, .N, .L: 65
    default: 80
    }
  }

  private static let count = Phoneme.allCases.count

  /// Pairs that sound alike, by their cost.
  private static let alike: [(cost: UInt8, pairs: String)] = [
    (15, "AA AO,IH IY,UH UW,AH UH,AH IH,AH AA,AH EH,AH ER,AO OW,AE EH,EH IH"),
    (20, "S Z,SH ZH,T D,M N,N NG,AH AE,AH AO,EH EY,IY EY,UW OW,AE AA,AO AW,OW AW,AH OW,UH AA"),
    (
      25,
      "SH CH,CH JH,ZH JH,F V,TH DH,P B,K G,UW AH,AY AE,AY AA,OY AO,ER AO,ER UH,IH EY,AE EY,ER EH"
    ),
    (
      35,
      "IY AH,S SH,Z ZH,TH T,DH D,TH F,TH S,DH Z,V W,B V,T CH,D JH,SH JH,DH V,R L,ER R,Y IY,W UW,UH OW"
    ),
    (
      50, "P T,T K,P K,B D,D G,B G,P F,L W,R W,Y JH,HH K,HH F,N L,S CH,Z JH,JH G,CH G,M NG,K CH,V M"
    ),
  ]

  private static let table: [UInt8] = {
    var table = [UInt8](repeating: 100, count: count * count)
    for first in Phoneme.allCases {
      for second in Phoneme.allCases {
        let cost: UInt8 =
          if first == second {
            0
          } else if first.isVowel, second.isVowel {
            40
          } else {
            first.isVowel != second.isVowel ? 120 : 100
          }
        table[Int(first.rawValue) * count + Int(second.rawValue)] = cost
      }
    }
    for (cost, pairs) in alike {
      for pair in pairs.split(separator: ",") {
        let pair = Phoneme.list(pair)
        table[Int(pair[0].rawValue) * count + Int(pair[1].rawValue)] = cost
        table[Int(pair[1].rawValue) * count + Int(pair[0].rawValue)] = cost
      }
    }
    return table
  }()
}
