/// Lines as an engine writes them, and as they should be spelled.
enum SpellingCases {
  static let names = [
    "Siobhán", "Joaquín", "Priya", "Wei", "Ann", "Bob", "Saoirse", "Zoë", "Xiaoming", "Eoin",
  ]
  static let jargon = [
    "Kubernetes", "Grafana", "nginx", "PostgreSQL", "GitHub", "kubectl", "JSON", "Elasticsearch",
    "TypeScript",
    "Redis", "RabbitMQ",
  ]

  /// Pairs of a line and the corrected line.
  static let corrected: [(heard: String, spelled: String)] = [
    ("Yesterday I worked with Chevonne on it.", "Yesterday I worked with Siobhán on it."),
    ("I paired with Shivan.", "I paired with Siobhán."),
    ("Thank you, Joaquin, I have nothing else.", "Thank you, Joaquín, I have nothing else."),
    ("That is Preya's change.", "That is Priya's change."),
    ("I asked Zoe about it.", "I asked Zoë about it."),
    ("Thank you, Sir Shah, I have nothing else.", "Thank you, Saoirse, I have nothing else."),
    ("That is all from me, over to Chow Ming.", "That is all from me, over to Xiaoming."),
    ("That is all from me, over to weigh.", "That is all from me, over to Wei."),
    ("Yesterday I worked with Way on the page.", "Yesterday I worked with Wei on the page."),
    ("I moved it to cooper netties last week.", "I moved it to Kubernetes last week."),
    ("I moved it to Cubernettes last week.", "I moved it to Kubernetes last week."),
    ("The Graffana page is slow.", "The Grafana page is slow."),
    ("The engine x setup is new.", "The nginx setup is new."),
    ("I ran cube control again.", "I ran kubectl again."),
    ("It is on git hub now.", "It is on GitHub now."),
    ("It returns Jason.", "It returns JSON."),
    ("Elastic search is slow.", "Elasticsearch is slow."),
    ("I wrote it in type script.", "I wrote it in TypeScript."),
    ("The rabbit MQ queue is full.", "The RabbitMQ queue is full."),
    ("The post gress store is done.", "The PostgreSQL store is done."),
  ]

  /// Lines of which nothing changes.
  static let unchanged = [
    "", " … ", "I am on my way.", "We may, by the way, be late.", "Thanks, everyone.",
    "Thank you, and good night.",
    "An answer and a question.", "Over to you.", "I read this twice.", "He prayed on it.",
    "The engine is on.",
    "I will be back on the bob sled.", "数据库 は 日本語", "Kubernetes and Redis run.",
    "I searched for it.",
    "The graph on the left is new.", "We weigh both ways.", "It can own the lock.",
    "I owe him one.",
    "Own your changes; oh, and thank them.",
  ]
}
