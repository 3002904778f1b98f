/// Spelling in the letters a to z.
enum LetterFolding {
  /// Letters of other Latin alphabets, with the English spelling of their sounds.
  private static let letters: [Character: String] = {
    let table = """
      àáâãäåāăąǎ=a,æ=ae,çćĉċ=c,č=ch,ďđ=d,ð=th,èéêëēėęěẽ=e,ƒ=f,ĝġģ=g,ğ=,ĥħ=h,ìíîïĩīįıǐ=i,ĵ=y,ķ=k,ĺļľł=l
      ñ=ny,ńņňŋ=n,òóôõöøōőǒơ=o,œ=e,ŕŗř=r,śșŝ=s,şš=sh,ß=ss,ţťț=t,þ=th,ùúûüũūŭůűųưǔ=u,ŵ=w,ýÿŷ=y,źż=z,ž=zh
      ạảấầẩẫậắằẳẵặ=a,ẹẻếềểễệ=e,ịỉ=i,ọỏốồổỗộớờởỡợ=o,ụủứừửữự=u,ỳỵỷỹ=y
      """
    var letters: [Character: String] = [:]
    for entry in table.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      let sides = entry.split(separator: "=", omittingEmptySubsequences: false)
      for letter in sides[0] { letters[letter] = String(sides[1]) }
    }
    return letters
  }()

  /// Returns a word in lower-case ASCII letters and digits. Any other character is left out.
  ///
  /// - Parameter plain: true to read each letter with a mark as the letter without it, as in a word that
  ///   was typed without marks; false to read it as it sounds.
  static func fold(_ word: some StringProtocol, plain: Bool = false) -> String {
    var folded = ""
    for character in word.lowercased() {
      if character.isASCII {
        if character.isLetter || character.isNumber { folded.append(character) }
      } else if let sound = letters[character] {
        folded += plain ? Self.plain[character] ?? sound : sound
      }
    }
    return folded
  }

  /// Letters whose sound is spelled with other letters than those that are left without their mark.
  private static let plain: [Character: String] = [
    "č": "c", "ğ": "g", "ĵ": "j", "ñ": "n", "ş": "s", "š": "s", "ž": "z", "œ": "oe",
  ]
}
