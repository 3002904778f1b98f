import Testing

@testable import Command

@Suite("Keys of a terminal")
struct KeyTests {
  @Test(
    "Letters, control keys, and sequences that are left out",
    arguments: [
      ([UInt8(ascii: "N")], [Key.character("n")]), ([3], [.interrupt]), ([4], [.interrupt]),
      (Array("\u{1B}[A\u{1B}[15~\u{1B}OPe".utf8), [.character("e")]), (Array("日".utf8), []),
      ([0x1B], []), (Array("12".utf8), [.character("1"), .character("2")]),
    ] as [([UInt8], [Key])])
  func keys(bytes: [UInt8], keys: [Key]) {
    #expect(Key.keys(in: bytes) == keys)
  }
}

@Suite("Painting in place")
struct ScreenPainterTests {
  private let size = TerminalSize(columns: 20, rows: 10)

  @Test("The panel is drawn over itself, and lines go above it")
  func paint() {
    var painter = ScreenPainter()
    #expect(painter.paint([], panel: ["a", "b"], size: size) == "\r\u{1B}[Ja\nb")
    #expect(
      painter.paint(["x"], panel: ["c"], size: size)
        == "\r\u{1B}[1A\u{1B}[Jx\nc")
    #expect(painter.clear() == "\r\u{1B}[J")
    #expect(painter.paint([], panel: ["d"], size: size).hasPrefix("\r\u{1B}[Jd"))
  }

  @Test("A panel that was left is not drawn over")
  func forgotten() {
    var painter = ScreenPainter()
    _ = painter.paint([], panel: ["a", "b"], size: size)
    painter.forget()
    #expect(painter.paint([], panel: ["c", "d"], size: size) == "\r\u{1B}[Jc\nd")
  }

  @Test("After the size changed all is drawn anew, with as much of the past as fits")
  func resize() {
    var painter = ScreenPainter()
    _ = painter.paint([], panel: ["a", "b"], size: size)
    let low = TerminalSize(columns: 10, rows: 5)
    #expect(
      painter.repaint(["1", "2", "3", "4"], panel: ["x", "y"], size: low)
        == "\u{1B}[H\u{1B}[2J2\n3\n4\nx\ny")
    #expect(painter.clear() == "\r\u{1B}[1A\u{1B}[J")
  }

  @Test("A low terminal shows the beginning and the keys")
  func low() {
    var painter = ScreenPainter()
    let text = painter.paint(
      [], panel: ["1", "2", "3", "4", "5"], size: TerminalSize(columns: 20, rows: 4))
    #expect(text == "\r\u{1B}[J1\n2\n5")
  }
}
