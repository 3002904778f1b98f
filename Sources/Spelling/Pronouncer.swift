/// Conversion of English spelling to phonemes by rules, without a dictionary.
enum Pronouncer {
  /// Maximum length of a word, in letters; a longer one has no pronunciation.
  static let maxLetters = 40

  /// Returns the pronunciations of a term or a name, of one or more words: the first is by known
  /// spellings where there are any. Empty if no letter is Latin.
  static func pronunciations(of text: String) -> [Pronunciation] {
    var combined: [[Phoneme]] = [[]]
    for word in parts(of: text) {
      let ways = ways(of: word)
      guard !ways.isEmpty else { continue }
      // Bounded, because each word may have several.
      combined = Array(combined.flatMap { start in ways.map { start + $0 } }.prefix(maxWays))
    }
    var seen: Set<Pronunciation> = []
    return combined.map { Pronunciation($0) }.filter { $0.count > 0 && seen.insert($0).inserted }
  }

  /// Returns the phonemes of a recognised word.
  static func phonemes(ofHeard word: Substring) -> [Phoneme] {
    parts(of: String(word)).flatMap { part -> [Phoneme] in
      let folded = LetterFolding.fold(part)
      guard !folded.isEmpty, folded.utf8.count <= maxLetters else { return [] }
      return isSpelled(part, folded) ? spelled(folded) : read(folded)
    }
  }

  private static let maxWays = 6

  /// The phonemes of one part in each way in which it may be said.
  private static func ways(of part: Substring) -> [[Phoneme]] {
    let folded = LetterFolding.fold(part)
    guard !folded.isEmpty, folded.utf8.count <= maxLetters else { return [] }
    let known = KnownSpellings.sounds(of: LetterFolding.fold(part, plain: true))
    if !known.isEmpty {
      return known.map { $0.split(separator: " ").flatMap { word in said(word) } }
    }
    if isSpelled(part, folded) {
      let letters = spelled(folded)
      return hasVowel(folded) ? [read(folded), letters] : [letters]
    }
    return [read(folded)]
  }

  /// Phonemes of a known spelling: a single letter is its name.
  private static func said(_ word: Substring) -> [Phoneme] {
    word.utf8.count == 1 ? spelled(String(word)) : read(String(word))
  }

  /// Splits a text into words, and those in mixed case or with digits into their parts.
  static func parts(of text: String) -> [Substring] {
    let words = text.split { !($0.isLetter || $0.isNumber) }
    return words.flatMap { word -> [Substring] in
      // A known spelling is read as a whole.
      if !KnownSpellings.sounds(of: LetterFolding.fold(word, plain: true)).isEmpty { return [word] }
      var parts: [Substring] = []
      var start = word.startIndex
      var before: Character?
      for index in word.indices {
        let character = word[index]
        let next = word.index(after: index)
        let isFollowedByLower = next < word.endIndex && word[next].isLowercase
        if let before,
          (character.isUppercase && (before.isLowercase || isFollowedByLower))
            || before.isNumber != character.isNumber
        {
          parts.append(word[start..<index])
          start = index
        }
        before = character
      }
      parts.append(word[start...])
      return parts
    }
  }

  /// Returns true for an abbreviation: at most five letters in upper case, or letters without a vowel.
  private static func isSpelled(_ part: Substring, _ folded: String) -> Bool {
    let isUpper =
      part.count > 1 && part.count <= 5 && part.allSatisfy { $0.isUppercase || $0.isNumber }
    return isUpper || (folded.utf8.count <= 5 && !hasVowel(folded))
  }

  private static func hasVowel(_ folded: String) -> Bool {
    folded.utf8.contains { LetterRules.Rule.isVowel($0) }
  }

  /// Phonemes of the names of letters and digits.
  private static func spelled(_ folded: String) -> [Phoneme] {
    folded.flatMap { names[$0] ?? [] }
  }

  /// Phonemes of a word by the rules.
  static func read(_ word: String) -> [Phoneme] {
    let letters = Array(word.utf8)
    var phonemes: [Phoneme] = []
    var index = 0
    while index < letters.count {
      guard
        let rule = LetterRules.byLetter[letters[index]]?.first(where: {
          $0.fits(letters, at: index)
        })
      else {
        phonemes += names[Character(UnicodeScalar(letters[index]))] ?? []
        index += 1
        continue
      }
      phonemes += rule.phonemes
      index += rule.letters.count
    }
    return phonemes
  }

  private static let names: [Character: [Phoneme]] = {
    let table = """
      a=EY,b=B IY,c=S IY,d=D IY,e=IY,f=EH F,g=JH IY,h=EY CH,i=AY,j=JH EY,k=K EY,l=EH L,m=EH M,n=EH N,o=OW,p=P IY
      q=K Y UW,r=AA R,s=EH S,t=T IY,u=Y UW,v=V IY,w=D AH B AH L Y UW,x=EH K S,y=W AY,z=Z IY
      0=Z IH R OW,1=W AH N,2=T UW,3=TH R IY,4=F AO R,5=F AY V,6=S IH K S,7=S EH V AH N,8=EY T,9=N AY N
      """
    var names: [Character: [Phoneme]] = [:]
    for entry in table.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      let sides = entry.split(separator: "=")
      if let name = sides[0].first { names[name] = Phoneme.list(sides[1]) }
    }
    return names
  }()
}
