/// Rules by which English spelling is read, as a table.
///
/// A rule reads `left[letters]right=PHONEMES`. The first rule that fits at a position applies. In the
/// context on the left and on the right, `^` is the start or end of the word, `C` a consonant, `V` a
/// vowel, `E` one of e, i and y, `X` a sibilant letter (s, x, z or the h of sh and ch) and any other
/// letter itself.
enum LetterRules {
  static let table = """
    [augh]=AO,[au]=AO,[aw]=AO,[air]=EH R,[aigh]=EY,[ai]=EY,[ay]=EY,[are]^=EH R,[alk]=AO K
    [al]l=AO,^[a]^=AH,[aa]=AA,[ah]^=AA,[ah]C=AA,[ae]=EY,[ao]=AW,[arr]=EH R,w[ar]=AO R,[ar]V=EH R
    [ar]=AA R,[able]^=AH B AH L,V[age]^=EY JH,VC[age]^=IH JH,VCC[age]^=IH JH,[a]ste^=EY,[a]Ce^=EY,[a]Ces^=EY
    [a]Ced^=EY,[a]Cing^=EY,[a]Cer^=EY,[a]tion=EY,w[a]s=AH,w[a]t=AA,[a]^=AH,[a]=AE
    [eau]=OW,[eigh]=EY,[eer]=IH R,[ee]=IY,[ear]n=ER,[ear]l=ER,[ear]ch=ER,[ear]th=ER,[ear]=IH R,[ea]d=EH,[ea]=IY,[ei]=EY,[eu]=UW
    [ew]=UW,[ey]^=IY,[ey]=EY,[ere]^=IH R,[err]V=EH R,[er]V=EH R,[er]=ER,t[ed]^=IH D,d[ed]^=IH D,VC[ed]^=D,VCC[ed]^=D
    X[es]^=IH Z,c[es]^=IH Z,g[es]^=IH Z,VC[es]^=Z,VCC[es]^=S,^C[e]^=IY,^CC[e]^=IY,^[eye]^=AY,[e]^=
    VC[e]ment=,VC[e]ly^=,[eo]=IY OW,[e]Ce^=IY,^[eu]=Y UW,[e]=EH
    ^[i]^=AY,[igh]=AY,[ign]^=AY N,[ique]^=IY K,[ine]^=AY N,^C[ie]^=AY,[ie]^=IY,[ie]d^=AY,[ie]s^=IY
    [ie]r=IY ER,[ie]=IY,[ir]V=AY R,[ir]=ER,[ing]^=IH NG,[ing]s^=IH NG,[ind]^=AY N D,[ild]^=AY L D,[i]Ce^=AY
    [i]Ces^=AY,[i]Ced^=AY,[i]Cing^=AY,[i]zation=AH,[io]=IY OW,[ia]=IY AH,[iu]=IY AH,[i]^=IY,[i]=IH
    ^[one]^=W AH N,^[once]^=W AH N S,[ook]=UH K,[oor]=AO R,[oo]d^=UH,[oo]=UW,[ould]=UH D,[ought]=AO T
    [ough]=AH F,y[ou]r=AO,y[ou]=UW,[our]=AO R,[ou]s^=AH,[ou]=AW,[owe]=OW,^C[ow]^=AW,[ow]^=OW,[ow]=AW,[oy]=OY,[oi]=OY
    [oa]=OW,[oe]^=OW,[oh]=OW,w[or]=ER,[or]=AO R,[ore]^=AO R,[old]=OW L D,[oll]^=OW L,[o]st^=OW
    [o]Ce^=OW,[o]Ces^=OW,[o]Ced^=OW,[o]Cing^=OW,[o]Ca=OW,[o]Ci=OW,[o]^=OW,VC[on]^=AH N,VCC[on]^=AH N,[o]=AA
    [ue]^=UW,[ui]=UW,[uy]=AY,[ur]V=Y UH R,[ur]=ER,^[u]CV=Y UW,c[u]CV=Y UW,m[u]CV=Y UW,p[u]CV=Y UW,[ull]=UH L
    [u]Ce^=UW,[u]Ca=UW,[u]Ci=UW,[u]Co=UW,[u]^=UW,[ush]=UH SH,[ua]=UW AH,[us]^=AH S,[u]=AH
    ^[y]V=Y,V[y]V=Y,^C[y]^=AY,^CC[y]^=AY,[y]Ce^=AY,[y]Ces^=AY,[y]Ced^=AY,[yth]=IH TH,[y]^=IY,[y]C=IH,[y]=Y
    ^[bh]=B,[bh]=V,[bb]=B,m[b]^=,[bt]^=T,[b]=B
    [cch]=K,^[chr]=K R,[ch]l=K,[ch]=CH,[ck]=K,[cia]=SH AH,[cio]=SH AH,[cc]E=K S,[cc]=K,[cz]=CH,[c]E=S,[c]=K
    [dge]^=JH,[dg]E=JH,[dj]=JH,[dd]=D,[dh]=D,[d]=D
    [ff]=F,[f]=F
    ^[gh]=G,V[gh]=,[gg]=G,^[gn]=N,[gn]^=N,[gue]^=G,[gu]E=G,^[g]i=G,^[g]et=G,[g]E=JH,[g]=G
    ^[h]=HH,[h]^=,[h]V=HH,[h]=
    [jj]=JH,[j]=JH
    ^[kn]=N,[kk]=K,[kh]=K,[k]=K
    C[le]^=AH L,C[les]^=AH L Z,[ll]=L,[l]k=L,[l]=L
    [mm]=M,[mn]^=M,[m]=M
    [ng]^=NG,[ng]s^=NG,[ng]E=N JH,[ng]V=NG G,[ng]=NG G,[nk]=NG K,[nn]=N,[n]=N
    [ph]=F,[pp]=P,^[ps]=S,^[pn]=N,[p]=P
    [que]^=K,[qu]=K W,[q]=K
    [rrh]=R,[rr]=R,[rh]=R,[r]=R
    [sch]=SH,[ssion]=SH AH N,V[sion]=ZH AH N,[sion]=SH AH N,[sure]^=ZH ER,[sh]=SH,[ss]=S,[sz]=SH,[sc]E=S
    V[s]V=Z,V[s]^=Z,b[s]^=Z,d[s]^=Z,g[s]^=Z,l[s]^=Z,m[s]^=Z,n[s]^=Z,r[s]^=Z,w[s]^=Z,s[s]=,[s]=S
    [tion]=SH AH N,[tious]=SH AH S,[tial]=SH AH L,[ture]^=CH ER,[tch]=CH,[tsch]=CH,[tt]=T,^[the]^=DH AH,^[th]is=DH IH
    ^[th]at=DH,^[th]e=DH,[th]=TH,[t]=T
    [vv]=V,[v]=V
    ^[who]=HH UW,^[wh]=W,[wr]=R,V[w]^=,[w]=W
    ^[x]=Z,[x]=K S
    [zz]=Z,[zh]=ZH,[tz]^=T S,[z]=Z
    """

  /// The rules of each letter with which their letters start.
  static let byLetter: [UInt8: [Rule]] = {
    var rules: [UInt8: [Rule]] = [:]
    for text in table.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      guard let rule = Rule(text), let first = rule.letters.first else { continue }
      rules[first, default: []].append(rule)
    }
    return rules
  }()

  /// One line of the table.
  struct Rule: Sendable {
    let left, letters, right: [UInt8]
    let phonemes: [Phoneme]

    init?(_ text: Substring) {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let parts = sides[0].split(omittingEmptySubsequences: false) { $0 == "[" || $0 == "]" }
      guard parts.count == 3 else { return nil }
      left = Array(parts[0].utf8)
      letters = Array(parts[1].utf8)
      right = Array(parts[2].utf8)
      phonemes = Phoneme.list(sides[1])
    }

    /// Returns true if the rule applies at a position of a word in lower-case ASCII letters.
    func fits(_ word: [UInt8], at index: Int) -> Bool {
      // By position, because this compares every letter of a meeting with every rule.
      guard index + letters.count <= word.count else { return false }
      var offset = 0
      while offset < letters.count {
        guard word[index + offset] == letters[offset] else { return false }
        offset += 1
      }
      offset = 1
      while offset <= left.count {
        guard Self.fits(left[left.count - offset], word, index - offset) else { return false }
        offset += 1
      }
      offset = 0
      while offset < right.count {
        guard Self.fits(right[offset], word, index + letters.count + offset) else { return false }
        offset += 1
      }
      return true
    }

    private static func fits(_ pattern: UInt8, _ word: [UInt8], _ index: Int) -> Bool {
      guard index >= 0, index < word.count else { return pattern == UInt8(ascii: "^") }
      let letter = word[index]
      switch pattern {
      case UInt8(ascii: "C"): return !isVowel(letter)
      case UInt8(ascii: "V"): return isVowel(letter)
      case UInt8(ascii: "E"): return isEiy(letter)
      case UInt8(ascii: "X"): return isSibilant(letter)
      default: return pattern == letter
      }
    }

    static func isVowel(_ letter: UInt8) -> Bool {
      switch Unicode.Scalar(letter) {
      case "a", "e", "i", "o", "u", "y": true
      default: false
      }
    }

    private static func isEiy(_ letter: UInt8) -> Bool {
      switch Unicode.Scalar(letter) {
      case "e", "i", "y": true
      default: false
      }
    }

    private static func isSibilant(_ letter: UInt8) -> Bool {
      switch Unicode.Scalar(letter) {
      case "s", "x", "z", "h": true
      default: false
      }
    }
  }
}
