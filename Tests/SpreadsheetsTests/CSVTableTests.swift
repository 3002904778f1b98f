import Spreadsheets
import Testing

/// CSV as RFC 4180 describes it, which spreadsheets do not evaluate.
@Suite struct CSVTableTests {
  private func row(_ fields: CSVField...) -> String {
    var table = CSVTable(isMarked: false)
    table.append(fields)
    return table.text
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-2+3", "'-2+3"), ("+x", "'+x"),
    ("\t=1", "'\t=1"), ("  =1", "'  =1"), ("＝1", "'＝1"), ("\u{A}=1", "\"'\u{A}=1\""),
    ("=\u{301}1", "'=\u{301}1"), ("1=1", "1=1"), ("a-b", "a-b"), ("", ""),
  ])
  func textIsNeverAFormula(text: String, field: String) {
    #expect(row(.text(text)) == field + "\r\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\r\nlines", "\"two\r\nlines\""),
    ("two\nlines", "\"two\nlines\""), ("=\"a\",b", "\"'=\"\"a\"\",b\""),
    ("a,\u{301}b", "\"a,\u{301}b\""), ("\"\u{301}a", "\"\"\"\u{301}a\""), ("a;b", "a;b"),
    ("日本", "日本"),
  ])
  func separatorsAreInQuotes(text: String, field: String) {
    #expect(row(.text(text)) == field + "\r\n")
  }

  @Test func aNegativeNumberStaysANumber() {
    #expect(row(.number(-5), .number(1.5), .number(Int?.none), .empty) == "-5,1.5,,\r\n")
  }

  @Test func aFileForPeopleBeginsWithAByteOrderMark() {
    var table = CSVTable()
    table.append(header: ["a", "b"])
    table.append([])
    #expect(table.text == "\u{FEFF}a,b\r\n\r\n")
  }
}
