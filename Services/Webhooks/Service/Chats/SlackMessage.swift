import WebhooksAPI

/// Message for a Slack incoming webhook.
///
/// All of it is `plain_text`, in which Slack interprets no formatting. `&`, `<` and `>` are
/// escaped, so that Slack does not interpret mentions either.
struct SlackMessage: Encodable {
  /// Text for notifications, and for clients that cannot show blocks.
  var text: String
  /// True if Slack interprets formatting in `text`.
  var mrkdwn = false
  var unfurl_links = false
  var unfurl_media = false
  var blocks: [Block]

  struct Block: Encodable {
    var type: String
    var text: Words
  }

  struct Words: Encodable {
    var type = "plain_text"
    var text: String
    var emoji = false
  }

  private static let maxInText = 1000
  private static let maxInHeader = 150
  private static let maxInSection = 3000
  /// Slack accepts 50 blocks, but rejects a message whose blocks have more than about 13,000
  /// characters including markup; this limit is not documented
  /// (https://github.com/slackapi/bolt-js/issues/2509). The transcript therefore has at most three
  /// sections, and the blocks around it are shorter than Slack allows.
  private static let maxSections = 3
  private static let maxInSentence = 1500
  private static let maxInLink = 500

  init(_ text: WebhookText) {
    self.text = Self.words(Self.maxInText) { $0.write(text.line) }
    blocks = [Self.block("header", Self.maxInHeader) { $0.write(text.title) }]
    if let sentence = text.text {
      blocks.append(Self.block("section", Self.maxInSentence) { $0.write(sentence) })
    }
    blocks += Self.sections(of: text.parts ?? []).map {
      Block(type: "section", text: Words(text: $0))
    }
    if let code = text.safeCode {
      blocks.append(Self.block("section", Self.maxInSection) { $0.write(code) })
    }
    if let link = text.link {
      blocks.append(Self.block("section", Self.maxInLink) { $0.write(link) })
    }
  }

  /// The transcript, grouped by speaker, in as few sections as possible.
  private static func sections(of parts: [WebhookText.Part]) -> [String] {
    let more = "\n…"
    let room = maxInSection - length(more)
    var sections: [String] = []
    for part in parts {
      let line = words(room) { words in
        if let name = part.name { words.write(name, to: ": ") }
        words.write(part.text)
      }
      if let last = sections.last, length(last) + length("\n") + length(line) <= room {
        sections[sections.count - 1] = last + "\n" + line
      } else if sections.count == maxSections {
        sections[sections.count - 1] += more
        break
      } else {
        sections.append(line)
      }
    }
    return sections
  }

  private static func block(
    _ type: String, _ limit: Int, _ write: (inout ChatText) -> Void
  ) -> Block {
    Block(type: type, text: Words(text: words(limit, write)))
  }

  /// Length of the text in JSON, where an escaped character counts twice. It is at least the length
  /// that Slack counts.
  private static func length(_ text: String) -> Int {
    text.utf16.reduce(0) { $0 + ($1 == 0x22 || $1 == 0x5C || $1 == 0x0A ? 2 : 1) }
  }

  private static func words(_ limit: Int, _ write: (inout ChatText) -> Void) -> String {
    var text = ChatText(limit: limit, size: length) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(scalar)
      }
    }
    write(&text)
    // Slack rejects an empty text.
    return text.text.isEmpty ? "–" : text.text
  }
}
