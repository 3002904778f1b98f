"""Signs a person in to the gateway that is installed on this machine, through Glewlwyd.

    python3 -m signin.installed http://127.0.0.1:8080 company

The caller configures the gateway meanwhile: each step prints one line of JSON and waits for a line on standard input.
1. Glewlwyd runs: the issuer, and the client's id and secret.
2. Ann, of the group engineering, has signed in: status and target of the gateway's last response, and what she may see.
3. Ann has left the group: the seconds until her session ended, or null after six minutes.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from .browser import Browser
from .provider import Client
from .providers.glewlwyd import Glewlwyd

PATIENCE = 360
"""Time until the gateway has noticed that a person left a group, in seconds: it promises five minutes."""


def step(**result: Any) -> None:
    print(json.dumps(result), flush=True)
    sys.stdin.readline()


def main() -> None:
    address, name = sys.argv[1:]
    client = Client(f"{address}/sign-in/{name}/return", f"{address}/")
    browser = Browser()

    def permitted() -> tuple[int, Any]:
        page = browser.get(f"{address}/api/standups")
        return page.status, page.json

    with Glewlwyd(client) as provider:
        ann = provider.users[0]
        step(issuer=provider.issuer, id=client.id, secret=client.secret)
        page = provider.log_in(browser, browser.get(f"{address}/sign-in/{name}?to=/health"), ann, client.redirect)
        assert page.location and page.location.startswith(client.redirect), (page.status, page.location, page.text[:300])
        page = browser.get(page.location)
        status, standups = permitted()
        step(status=page.status, target=page.location, me=browser.get(f"{address}/api/me").json, list=status, standups=standups)
        provider.set_groups(ann)
        began = time.monotonic()
        while permitted()[0] == 200 and time.monotonic() - began < PATIENCE:
            # Sleeps because the gateway does not report when it asks the provider.
            time.sleep(1)
        seconds = time.monotonic() - began
        step(seconds=round(seconds) if seconds < PATIENCE else None)


if __name__ == "__main__":
    main()
