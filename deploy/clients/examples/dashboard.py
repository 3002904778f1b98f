#!/usr/bin/env python3
"""A terminal dashboard of all running meetings; Ctrl-C ends it.

    python dashboard.py
"""

import shutil
import sys

from standups import Client, CloudEvent, Item, Snapshot


class Dashboard:
    """The state shown on the screen, updated by every item."""

    def __init__(self) -> None:
        self.meetings: dict[str, dict] = {}

    def take(self, item: Item) -> None:
        if isinstance(item, Snapshot):
            self.meetings = {}
            for live in item.meetings:
                session = live["session"]
                self.begin(session["id"], session["standup"])
                row = self.meetings[session["id"]]
                row.update(speaker=session["speakerIndex"], elapsed=live["elapsedMs"])
                row["alert"] = session.get("destination") is not None
        elif item.is_erased and item.type != "meeting.discarded":
            # The event that reports it follows; the end of a meeting may be among the erased events.
            pass
        elif item.type == "meeting.started":
            # A snapshot may be newer than the events that follow it.
            if item.subject not in self.meetings:
                self.begin(item.subject, item.data["standup"])
        elif item.type in ("meeting.finished", "meeting.discarded", "meeting.erased"):
            self.meetings.pop(item.subject, None)
        elif item.type == "meeting.alertPresented" and item.subject not in self.meetings:
            # A user is asked whether to record before the meeting starts.
            if standup := item.data.get("standup"):
                self.begin(item.subject, standup)
                self.change(self.meetings[item.subject], item)
        elif row := self.meetings.get(item.subject):
            self.change(row, item)

    def begin(self, id: str, standup: dict) -> None:
        people = [one["name"].strip() or "Someone" for one in standup["attendees"]]
        self.meetings[id] = {
            "title": standup["title"] or "Standup",
            "people": people,
            "duration": standup["durationMs"],
            "speaker": 0,
            "elapsed": 0,
            "alert": False,
        }

    @staticmethod
    def change(row: dict, event: CloudEvent) -> None:
        row["elapsed"] = max(row["elapsed"], event.data.get("elapsedMs", 0))
        if event.type in ("meeting.speakerChanged", "meeting.tick"):
            row["speaker"] = event.data["speaker"]
        elif event.type == "meeting.alertPresented":
            row["alert"] = True
        elif event.type == "meeting.alertDismissed":
            row["alert"] = False

    def lines(self, width: int) -> list[str]:
        rows = sorted(self.meetings.values(), key=lambda row: row["title"])
        lines = [f"{len(rows)} running" if rows else "No meeting is running."]
        for row in rows:
            left = max(0, row["duration"] - row["elapsed"]) // 1000
            filled = min(20, 20 * row["elapsed"] // row["duration"])
            bar = "█" * filled + "░" * (20 - filled)
            after = row["people"][row["speaker"] + 1 :][:1]
            says = f"▶ {row['people'][row['speaker']]}" + (f", then {after[0]}" if after else "")
            if row["alert"]:
                says = "‖ waiting for an answer"
            text = f"{row['title'][:20]:20} {bar} {left // 60:3}:{left % 60:02}  {says}"
            lines.append("".join(c for c in text if c.isprintable())[:width])
        return lines


def main() -> None:
    dashboard = Dashboard()
    with Client() as client:
        for item in client.follow(types=["meeting."], ephemeral=True):
            dashboard.take(item)
            size = shutil.get_terminal_size()
            lines = dashboard.lines(size.columns)[: size.lines - 1]
            if sys.stdout.isatty():
                # Cursor home, then each line with an erase to its end, then an erase of the rest: avoids flicker.
                text = "\x1b[H" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J"
            else:
                text = "\n".join(lines) + "\n"
            print(text, end="", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
