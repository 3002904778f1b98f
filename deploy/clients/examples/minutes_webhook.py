#!/usr/bin/env python3
"""Posts the minutes of every finished meeting to a webhook.

    python minutes_webhook.py https://example.org/hook --position minutes.position

The body is JSON, `{"text": …, "meeting": …}`; chat programs show the text. After a restart it continues at the
saved position, and a failed post is retried until it succeeds, so no meeting is skipped.
"""

import argparse
import json
import time
import urllib.error
import urllib.request

from standups import BEGINNING, Client, CloudEvent, PositionFile


def minutes(title: str, meeting: dict) -> str:
    """The transcript by speaker, as Markdown."""
    lines = [f"**{title}**, {meeting['date'][:16].replace('T', ' ')} UTC"]
    for segment in meeting["segments"]:
        second = segment["fromMs"] // 1000
        speaker = segment["speaker"] or "Someone"
        lines.append(f"- {second // 60}:{second % 60:02} *{speaker}*: {segment['text']}")
    if not meeting["segments"]:
        lines.append(meeting["transcript"] or "No transcript.")
    return "\n".join(lines)


def post(url: str, event: CloudEvent, text: str) -> None:
    """Returns after the receiver has accepted the post; the event's id lets it recognise duplicates."""
    body = json.dumps({"text": text, "meeting": event.subject}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": event.id}
    pause = 0.5
    while True:
        try:
            request = urllib.request.Request(url, body, headers)
            with urllib.request.urlopen(request, timeout=10):
                return
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code not in (408, 429):
                print(f"{url} rejected meeting {event.subject}: {error}", flush=True)
                return
        except OSError as error:
            print(f"{url} is unreachable: {error}", flush=True)
        time.sleep(pause)
        pause = min(60, pause * 2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Posts minutes of finished meetings.")
    parser.add_argument("url", help="URL to post to")
    parser.add_argument("--position", help="file that stores the position across restarts")
    parser.add_argument("--all", action="store_true", help="include past meetings")
    options = parser.parse_args()
    file = PositionFile(options.position) if options.position else None
    position = file.load() if file else None
    with Client() as client:
        if position is None:
            heads = client.follow(types=["meeting.finished"])
            position = BEGINNING if options.all else next(heads).position
            heads.close()
            if file:
                file.save(position)
        follower = client.follow(
            types=["meeting.finished"],
            position=position,
            on_position=file.save if file else None,
        )
        for item in follower:
            if isinstance(item, CloudEvent) and item.is_erased:
                continue
            if isinstance(item, CloudEvent):
                title = item.data["title"] or "Standup"
                post(options.url, item, minutes(title, item.data["meeting"]))
            else:
                print("Earlier meetings are no longer in the journal.", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
