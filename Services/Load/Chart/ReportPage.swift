import CommandLineKit

/// A complete report as one self-contained HTML document, without scripts, fonts or external
/// images.
enum ReportPage {
  static func html(_ report: some LoadReport) -> String {
    let title = "standups-load \(report.kind), \(report.began)"
    let rows = report.figures.map { figure in
      "<tr>" + [figure.part, figure.name].map { "<td>\(LineChart.escape($0))</td>" }.joined()
        + "<td class=\"number\">\(LineChart.escape(figure.text))</td></tr>"
    }
    let text = report.lines(Ink(isOn: false)).joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(LineChart.escape(title))</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      pre { overflow-x: auto; line-height: 1.35 }
      table { border-collapse: collapse }
      td, th { padding: 0.15rem 0.8rem 0.15rem 0; text-align: left }
      .number { text-align: right; font-variant-numeric: tabular-nums }
      svg.plot { width: 100%; height: auto }
      </style>
      </head>
      <body>
      <h1>\(LineChart.escape(title))</h1>
      \(ChartPage.svg(report.charts).replacing("<svg ", with: "<svg class=\"plot\" ", maxReplacements: 1))
      <pre>\(LineChart.escape(text))</pre>
      <table>
      <tr><th>Part</th><th>Figure</th><th>Value</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      </body>
      </html>

      """
  }
}

extension MeasuredFigure {
  fileprivate var text: String {
    unit == .microseconds ? LatencySummary.text(value) : Figure.text(value)
  }
}
