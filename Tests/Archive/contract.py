"""Archives in the contract test."""

from __future__ import annotations

import json
from typing import Any

from contract.world import World, eventually, key


def read(world: World) -> None:
    """Users' data is read as for an archive, and restored where it is missing."""
    tool = world.tool
    contents = tool.do("archive.contents")
    tool.do("archive.contents", {"after": "0 x"})
    slot = int(contents["slots"].replace("-", ",").split(",")[0])
    digests = tool.do("archive.digests", {"slot": slot})["digests"]
    assert tool.do("archive.digests", {"slot": slot, "after": "0 "})["digests"] == digests
    ids = [one["key"]["id"] for one in digests if one["key"]["collection"] == "standups"]
    asked = {"slot": slot, "collection": "standups", "ids": ids, "withSecrets": True}
    documents = tool.do("archive.documents", asked)["documents"]
    assert [one["id"] for one in documents] == ids

    def results(documents: list[dict[str, Any]], slot: int | None = slot, **more: Any) -> list[str]:
        command = {"documents": documents} | ({} if slot is None else {"slot": slot}) | more
        return [one["result"] for one in tool.do("archive.restore", command)["outcomes"]]

    assert set(results(documents, isDryRun=True)) == {"same"}
    other = json.loads(json.dumps(documents[0]))
    other["id"] = other["body"]["standup"]["id"] = "ffffffff" + other["id"][8:]
    other["body"] |= {"meetings": 0}
    other["body"].pop("lastMeeting", None)
    since = len(world.log)
    assert results([other]) == ["created"]
    world.event("standup.arrived", since, subject=other["id"])
    other["body"]["standup"]["title"] = "Another"
    assert results([other]) == ["differs"]
    hook = key()
    chat = {"collection": "webhooks", "id": hook, "body": {"id": hook, "format": "slack"}}
    assert results([chat], None) == ["refused"]
    # Their services report that no command would have written it.
    schedule = {"collection": "schedules", "id": other["id"], "body": {"rule": {}}}
    assert results([schedule]) == ["refused"]
    assert results([chat | {"body": chat["body"] | {"url": "https://example.org/"}}], None) == ["refused"]
    tool.do("archive.digests")
    tool.refuse("invalid", "archive.documents", asked | {"collection": "gateway.sessions"})
    tool.refuse("invalid", "archive.restore", {"documents": documents})
    tool.do("archive.finish")
    # The services reload saved data, and meanwhile reject commands as retryable.
    once = key()
    eventually(lambda: tool.ask("standups.delete", {"id": other["id"]}, idem=once).kind == "FIN")
