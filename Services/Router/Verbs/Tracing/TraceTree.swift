import Bus
import Documents
import Foundation
import RouterAPI

/// The tree of causes and effects in a trace.
struct TraceTree {
  struct Node {
    var content: Content
    var children: [Node] = []
  }

  enum Content {
    case message(TracedMessage)
    case event(TracedEvent)
    /// A cause that is no longer in the trace ring.
    case forgotten(id: String)
  }

  var roots: [Node]

  init(_ trace: WholeTrace) {
    var messages: [String: [TracedMessage]] = [:]
    for message in trace.messages where message.cause != nil {
      messages[message.cause ?? "", default: []].append(message)
    }
    let events = Dictionary(grouping: trace.events) { $0.cause ?? trace.correlation }
    // Other programs choose the ids, so causes may form a cycle.
    var seen: Set<String> = []
    func node(_ message: TracedMessage) -> Node {
      Node(content: .message(message), children: below(message.id))
    }
    func below(_ id: String) -> [Node] {
      guard seen.insert(id).inserted else { return [] }
      return (messages[id] ?? []).map(node)
        + (events[id] ?? []).map { Node(content: .event($0)) }
    }
    roots = trace.messages.filter { $0.cause == nil }.map(node)
    let known = Set(trace.messages.map(\.id))
    // In the order of their first effect.
    let causes =
      trace.messages.compactMap(\.cause) + trace.events.map { $0.cause ?? trace.correlation }
    for cause in causes where !known.contains(cause) && !seen.contains(cause) {
      roots.append(Node(content: .forgotten(id: cause), children: below(cause)))
    }
    // Messages that are only reachable through a cycle.
    for message in trace.messages where !seen.contains(message.id) { roots.append(node(message)) }
  }

  /// Each node with the prefix to print before it.
  ///
  /// - Parameter lines: true to draw the branches; otherwise nodes are only indented.
  func rows(lines: Bool) -> [(prefix: String, content: Content)] {
    var rows: [(prefix: String, content: Content)] = []
    func add(_ node: Node, _ own: String, _ inner: String) {
      rows.append((own, node.content))
      for (index, child) in node.children.enumerated() {
        let isLast = index == node.children.count - 1
        add(
          child, inner + (lines ? isLast ? "└─ " : "├─ " : "  "),
          inner + (lines ? isLast ? "   " : "│  " : "  "))
      }
    }
    for root in roots { add(root, "", "") }
    return rows
  }
}
