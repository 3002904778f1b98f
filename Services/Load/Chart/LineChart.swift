import Foundation

/// A line plot, drawn as SVG. Its colours follow the reader's choice of light or dark mode.
struct LineChart {
  struct Line {
    var name: String
    /// Pairs of x and y, in ascending order of x.
    var points: [(Double, Double)]
  }

  /// Mapping of values to positions.
  enum Scale {
    case linear
    case logarithmic
    /// Scale for percentiles, on which each additional nine has the same width.
    case nines
  }

  struct Axis {
    var label: String
    var scale: Scale
    var ticks: [(value: Double, text: String)]
  }

  var title: String
  var x: Axis
  var y: Axis
  var lines: [Line]

  static let width = 760.0
  static let height = 330.0
  private static let left = 70.0
  private static let right = 32.0
  private static let top = 56.0
  private static let bottom = 46.0

  /// Returns the plot as an SVG group, with its upper edge at `offset`.
  func group(at offset: Double) -> String {
    var out = #"<g transform="translate(0 \#(Self.number(offset)))">"#
    out +=
      #"<text class="title" x="\#(Self.number(Self.left))" y="22">\#(Self.escape(title))</text>"#
    out += legend
    let (bottom, right) = (Self.height - Self.bottom, Self.width - Self.right)
    for tick in x.ticks {
      let place = placeX(tick.value)
      out += line("grid", place, Self.top, place, bottom)
      out += text("tick", place, bottom + 18, "middle", tick.text)
    }
    for tick in y.ticks {
      let place = placeY(tick.value)
      out += line("grid", Self.left, place, right, place)
      out += text("tick", Self.left - 8, place + 4, "end", tick.text)
    }
    out += line("axis", Self.left, bottom, right, bottom)
    out += text("label", (Self.left + right) / 2, Self.height - 8, "middle", x.label)
    out += text("label", Self.left, Self.top - 8, "start", y.label)
    for (index, line) in lines.enumerated() where !line.points.isEmpty {
      let path = line.points.map {
        "\(Self.number(placeX($0.0))),\(Self.number(placeY($0.1)))"
      }.joined(separator: " ")
      out += #"<polyline class="line l\#(index % 4)" points="\#(path)"/>"#
    }
    return out + "</g>\n"
  }

  private var legend: String {
    var out = ""
    var place = Self.width - Self.right
    for (index, line) in lines.enumerated().reversed() {
      let room = Double(line.name.count) * 7 + 34
      place -= room
      out += #"<line class="line l\#(index % 4)" x1="\#(Self.number(place))" y1="18" "#
      out += #"x2="\#(Self.number(place + 18))" y2="18"/>"#
      out += text("tick", place + 24, 22, "start", line.name)
    }
    return out
  }

  private func placeX(_ value: Double) -> Double {
    Self.left + share(value, x) * (Self.width - Self.left - Self.right)
  }

  private func placeY(_ value: Double) -> Double {
    Self.height - Self.bottom - share(value, y) * (Self.height - Self.top - Self.bottom)
  }

  /// Position of a value between the first and the last tick of an axis, as a fraction.
  private func share(_ value: Double, _ axis: Axis) -> Double {
    func scaled(_ value: Double) -> Double {
      switch axis.scale {
      case .linear: value
      case .logarithmic: log10(max(value, 1e-3))
      case .nines: -log10(max(1 - value / 100, 1e-7))
      }
    }
    guard let low = axis.ticks.first.map({ scaled($0.value) }),
      let high = axis.ticks.last.map({ scaled($0.value) }), high > low
    else { return 0 }
    return min(max((scaled(value) - low) / (high - low), 0), 1)
  }

  private func line(
    _ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> String {
    #"<line class="\#(name)" x1="\#(Self.number(x1))" y1="\#(Self.number(y1))" "#
      + #"x2="\#(Self.number(x2))" y2="\#(Self.number(y2))"/>"#
  }

  private func text(
    _ name: String, _ x: Double, _ y: Double, _ anchor: String, _ words: String
  ) -> String {
    #"<text class="\#(name)" x="\#(Self.number(x))" y="\#(Self.number(y))" "#
      + #"text-anchor="\#(anchor)">\#(Self.escape(words))</text>"#
  }

  static func number(_ value: Double) -> String { Figure.decimal(value, 1) }

  static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Returns ticks at powers of ten that cover the values, in microseconds, for a logarithmic axis.
  static func latencyTicks(_ values: [Double]) -> [(value: Double, text: String)] {
    let positive = values.filter { $0 > 0 }
    let low = Int(log10(max(1, positive.min() ?? 1)).rounded(.down))
    let high = max(low + 1, Int(log10(max(1, positive.max() ?? 10)).rounded(.up)))
    return (low...high).map { power in
      let unit = power < 3 ? "µs" : power < 6 ? "ms" : "s"
      let digits = Figure.decimal(pow(10, Double(power % 3)), 0)
      return (pow(10, Double(power)), "\(digits) \(unit)")
    }
  }

  /// Returns ticks at round numbers, from 0 to at least `most`.
  static func roundTicks(to most: Double) -> [(value: Double, text: String)] {
    let step =
      [1.0, 2, 5].flatMap { base in (0...6).map { base * pow(10, Double($0)) } }.sorted()
      .first { most / $0 <= 8 } ?? most
    return (0...Int((most / max(step, 1)).rounded(.up))).map { index in
      let value = Double(index) * step
      return (value, Figure.decimal(value, 0))
    }
  }
}

/// A document with several plots, one below the other.
enum ChartPage {
  static func svg(_ charts: [LineChart]) -> String {
    let height = LineChart.height * Double(charts.count)
    var out = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(LineChart.width)) \(Int(height))" \
      font-family="system-ui, sans-serif" role="img">
      <style>
      .paper { fill: #ffffff } .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
      .label, .tick { font-size: 12px; fill: #59636e } .grid { stroke: #d1d9e0; stroke-width: 1 }
      .axis { stroke: #59636e; stroke-width: 1 } .line { fill: none; stroke-width: 2 }
      .l0 { stroke: #0969da } .l1 { stroke: #bc4c00 } .l2 { stroke: #1a7f37 } .l3 { stroke: #8250df }
      @media (prefers-color-scheme: dark) {
        .paper { fill: #0d1117 } .title { fill: #e6edf3 } .label, .tick { fill: #9198a1 }
        .grid { stroke: #2f353d } .axis { stroke: #9198a1 }
        .l0 { stroke: #4493f8 } .l1 { stroke: #f0883e } .l2 { stroke: #3fb950 } .l3 { stroke: #ab7df8 }
      }
      </style>
      <rect class="paper" width="100%" height="100%"/>

      """
    for (index, chart) in charts.enumerated() {
      out += chart.group(at: Double(index) * LineChart.height)
    }
    return out + "</svg>\n"
  }
}
