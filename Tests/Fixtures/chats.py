"""What Slack, Mattermost, Discord and Matrix would refuse, and what nobody wants to see in them.

From their published rules, read in November 2026; each is named where it is asked:

- Slack: https://docs.slack.dev/reference/block-kit/blocks (`header-block`: 150 characters, `section-block`: 3,000, 50 blocks),
  …/composition-objects/text-object (1 to 3,000 characters), https://docs.slack.dev/messaging/formatting-message-text
  (what is escaped), https://docs.slack.dev/reference/methods/chat.postMessage (40,000 characters). That a message's blocks have a
  bound together is in no document: https://github.com/slackapi/bolt-js/issues/2509.
- Mattermost: https://developers.mattermost.com/integrate/webhooks/incoming/ (`text` is Markdown, and needed), and its server,
  `server/public/model/post.go` (`PostMessageMaxRunesV2`: 16,383).
- Discord: https://docs.discord.com/developers/resources/webhook#execute-webhook (2,000 characters, 10 embeds, `wait`) and
  …/message#embed-object-embed-limits (4,096 characters, 25 fields, 6,000 in all), …/message#allowed-mentions-object.
- Matrix: https://spec.matrix.org/v1.7/client-server-api/ (`PUT …/send/{eventType}/{txnId}`, “m.room.message msgtypes” with the tags
  that clients show, “Size limits”: 65,536 bytes as canonical JSON, signatures included, “User and room mentions”).
"""

from __future__ import annotations

import json
import re
import unicodedata
from html.parser import HTMLParser


class Refused(Exception):
    """Why a chat takes it not, or should not have been given it."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Refused(why)


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def strings(value: object) -> list[str]:
    """All texts in it."""
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def plain(body: object) -> None:
    """Nothing that steers who shows it."""
    for text in strings(body):
        for character in set(text):
            steers = unicodedata.category(character) in ("Cc", "Zl", "Zp") and character != "\n"
            if steers or "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069":
                raise Refused(f"U+{ord(character):04X} in {text!r}")


def members(value: dict, required: set[str], optional: set[str] = frozenset()) -> None:
    need(required <= set(value) <= required | set(optional), f"members {sorted(value)}")


def slack(body: dict) -> str:
    members(body, {"text"}, {"blocks", "mrkdwn", "unfurl_links", "unfurl_media"})
    texts = [body["text"]]
    need(0 < utf16(body["text"]) <= 40_000, "text: 40,000 characters")
    need(len(body["blocks"]) <= 50, "invalid_blocks: 50 blocks")
    for block in body["blocks"]:
        members(block, {"type", "text"})
        members(block["text"], {"type", "text"}, {"emoji"})
        most = {"header": 150, "section": 3000}[block["type"]]
        # In mrkdwn names would be looked for.
        need(block["text"]["type"] == "plain_text", "plain_text")
        need(0 < utf16(block["text"]["text"]) <= most, f"invalid_blocks: {block['type']} of {most} characters")
        texts.append(block["text"]["text"])
    # What was seen: refused from 13,172 characters on, of which some are markup.
    need(len(json.dumps(body["blocks"], ensure_ascii=False, separators=(",", ":"))) <= 13_172, "msg_blocks_too_long")
    for text in texts:
        need(not re.search(r"[<>]|&(?!amp;|lt;|gt;)", text), f"control characters in {text!r}")
    return "\n".join(texts).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def markdown(text: str) -> str:
    """What is left of Markdown is ours: bold titles and names, and one block of code."""
    rest = re.sub(r"\\[\\`*_{}\[\]()#+\-.!>~|<:]", "", text)
    rest = re.sub(r"\n```json\n[^`]*\n```", "", rest)
    rest = re.sub(r"(^|\n)\*\*[^*\n]*\*\*(?= |\n|$)", r"\1N", rest)
    need(not re.search(r"[`*_\[\]\\|]", rest), f"Markdown in {rest!r}")
    need(not re.search(r"(^|\n)\s*([#>+=-]|\d+[.)])", rest), f"a line that begins something in {rest!r}")
    return rest


def mattermost(body: dict) -> str:
    members(body, {"text"})
    need(0 < utf16(body["text"]) <= 16_383, "text: 16,383 characters")
    markdown(body["text"])
    need(not re.search(r"@\w|<!|<@|(?<!\\)~\w", body["text"]), f"a mention in {body['text']!r}")
    return body["text"]


def discord(body: dict) -> str:
    members(body, {"content", "embeds", "allowed_mentions"})
    need(body["allowed_mentions"] == {"parse": []}, "allowed_mentions")
    need(body["content"] or body["embeds"], "50006: cannot send an empty message")
    need(utf16(body["content"]) <= 2000, "content: 2,000 characters")
    need(len(body["embeds"]) <= 10, "10 embeds")
    texts = [body["content"]]
    for embed in body["embeds"]:
        members(embed, {"description"}, {"title", "timestamp", "fields"})
        need(len(embed.get("fields", [])) <= 25, "25 fields")
        need(0 < utf16(embed["description"]) <= 4096, "description: 4,096 characters")
        need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", embed["timestamp"]), "timestamp")
        texts.append(embed["description"])
    need(sum(map(utf16, texts[1:])) <= 6000, "6,000 characters in embeds")
    for text in texts:
        rest = markdown(text)
        need(not re.search(r"@\w|<[@#:/a-z]", rest), f"a mention in {text!r}")
    return "\n".join(texts)


class Html(HTMLParser):
    """The tags and the text of a formatted body."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.said = [], ""
        self.feed(text)
        self.close()
        need(not self.open, f"{self.open} are not ended")

    def handle_starttag(self, tag: str, attrs: list) -> None:
        need(tag in ("strong", "br", "pre", "code") and not attrs, f"<{tag}>")
        if tag == "br":
            self.said += "\n"
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        need(self.open and self.open.pop() == tag, f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        raise Refused(f"a comment: {data}")

    def handle_data(self, data: str) -> None:
        self.said += data


def matrix(method: str, path: str, headers: dict[str, str], body: dict) -> str:
    need(method == "PUT", "M_UNRECOGNIZED: PUT")
    need(re.fullmatch(r"/_matrix/client/v3/rooms/(!|%21)[^/]+/send/m\.room\.message/[A-Za-z0-9._~%-]+", path),
         f"M_UNRECOGNIZED: {path}")
    need(re.fullmatch(r"Bearer [!-~]+", headers.get("authorization", "")), "M_MISSING_TOKEN")
    members(body, {"msgtype", "body", "format", "formatted_body", "m.mentions"})
    need(body["msgtype"] in ("m.text", "m.notice"), "msgtype")
    need(body["format"] == "org.matrix.custom.html" and body["m.mentions"] == {}, "format, m.mentions")
    need(len(json.dumps(body, ensure_ascii=False).encode()) < 65_536 - 2000, "M_TOO_LARGE")
    said = Html(body["formatted_body"]).said
    if "…" not in said + body["body"] and "<pre>" not in body["formatted_body"]:
        need(said == body["body"], f"{said!r} is not {body['body']!r}")
    return body["body"]


def check(method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[str | None, str | None]:
    """Why it is refused, and what it says; nothing for a path of no chat."""
    path, _, query = path.partition("?")
    chat = {"/slack": slack, "/mattermost": mattermost, "/discord": discord}.get(path)
    is_matrix = path.startswith("/_matrix/")
    if not chat and not is_matrix:
        return None, None
    try:
        need(headers.get("content-type") == "application/json; charset=utf-8", "Content-Type")
        read = json.loads(body)
        plain(read)
        if is_matrix:
            return None, matrix(method, path, headers, read)
        need(method == "POST", "POST")
        # Otherwise nothing is said of a message that is not saved.
        need(query.split("&")[-1:] == (["wait=true"] if chat is discord else [""]), f"wait: {query!r}")
        return None, chat(read)
    except (Refused, KeyError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}", None
