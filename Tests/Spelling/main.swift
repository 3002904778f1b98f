import Glibc

// Measures how many names and terms are right in recognised lines, and how many ordinary words are replaced.
//
//   measure HEARD.tsv TEXT…

struct Row {
  let kind, group, term, voice, heard: Substring
}

func read(_ path: String) -> String {
  guard let file = fopen(path, "r") else {
    print("\(path) cannot be read.")
    exit(1)
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

func plain(_ text: some StringProtocol) -> String {
  " " + text.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: " ") + " "
}

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: measure HEARD.tsv TEXT…")
  exit(2)
}
let isVerbose = getenv("VERBOSE") != nil
let rows = read(arguments[1]).split(separator: "\n").compactMap { line -> Row? in
  let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
  guard cells.count == 5, !line.hasPrefix("#") else { return nil }
  return Row(kind: cells[0], group: cells[1], term: cells[2], voice: cells[3], heard: cells[4])
}
var all: [Term] = []
for row in rows where !all.contains(where: { $0.text == row.term }) {
  all.append(Term(String(row.term), kind: row.kind == "name" ? .name : .jargon))
}
let speller = Speller(all)

for group in ["a", "b"] {
  for kind in ["name", "jargon"] {
    let chosen = rows.filter { $0.kind == kind && $0.group == group }
    var (before, after, known) = (0, 0, 0)
    for row in chosen {
      let corrected = speller.correct(String(row.heard)) ?? String(row.heard)
      // An attendee who hands over names the next one, whom a meeting knows.
      let next: Set = row.heard.contains("over to") ? [String(row.term)] : []
      let inMeeting = speller.correct(String(row.heard), near: next) ?? String(row.heard)
      let isBefore = plain(row.heard).contains(plain(row.term))
      let isAfter = plain(corrected).contains(plain(row.term))
      before += isBefore ? 1 : 0
      after += isAfter ? 1 : 0
      known += plain(inMeeting).contains(plain(row.term)) ? 1 : 0
      if isVerbose, !isAfter || corrected != row.heard {
        print(
          isAfter ? "  " : "x ", row.term, "|", row.heard,
          corrected == row.heard ? "" : "→ \(corrected)")
      }
    }
    print(
      "\(group) \(kind): \(after) of \(chosen.count) right, \(known) if it is known whose turn is next;",
      "\(before) without correction")
  }
}

var (words, wrong) = (0, 0)
let start = clock()
var longest = 0.0
for path in arguments.dropFirst(2) {
  for paragraph in read(path).split(separator: "\n") {
    let line = String(paragraph)
    words += line.split { !($0.isLetter) }.count
    let began = clock()
    let corrected = speller.correct(line)
    longest = max(longest, Double(clock() - began) / 1000)
    guard let corrected, plain(corrected) != plain(line) else { continue }
    let terms = all.filter { plain(line).contains(plain($0.text)) }
    wrong += 1
    if isVerbose { print("!", line.prefix(300), "→", corrected.prefix(300), terms.map(\.text)) }
  }
}
let ms = Double(clock() - start) / 1000
print(
  "other words: \(wrong) lines changed, \(words) words; \(ms) ms, longest line \(longest) ms, \(all.count)"
    + " terms")
