"""Kills the gateway in the middle of a sign-in."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .attacking import Target, message, new_browser, until
from .hostile import Hostile
from .installation import REFRESH, Installation, Registration
from .results import Result, Results

PART = "failures"


def between_redirect_and_return(target: Target) -> tuple[bool, str]:
    """The person is at the provider while the gateway is killed."""
    browser = new_browser()
    url = target.return_url(browser, target.installation.begin(browser, target.name))
    target.installation.restart_gateway()
    page = browser.get(url)
    is_in = target.is_signed_in(browser)
    again = target.sign_in(browser)
    return not is_in and page.status == 400 and again.status == 303 and target.is_signed_in(browser), (
        f"{page.status} {message(page)}, {'signed in' if is_in else 'no session'}; a new attempt: {again.status}")


def between_return_and_cookie(target: Target) -> tuple[bool, str]:
    """The gateway is killed while it redeems the code."""
    browser = new_browser()
    url = target.return_url(browser, target.installation.begin(browser, target.name))
    target.realm.flaw = "token-never"
    before = target.realm.counts["token"]
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(browser.get, url)
        has_asked = until(lambda: target.realm.counts["token"] > before, 10)
        target.installation.restart_gateway()
        error = page.exception(60)
    target.realm.flaw = ""
    is_in = target.is_signed_in(browser)
    second = browser.get(url)
    is_in = is_in or target.is_signed_in(browser)
    again = target.sign_in(browser)
    return has_asked and error is not None and not is_in and again.status == 303 and target.is_signed_in(browser), (
        f"{type(error).__name__}, the same URL again: {second.status}, {'signed in' if is_in else 'no session'}; "
        f"a new attempt: {again.status}")


def with_a_session(target: Target) -> tuple[bool, str]:
    """The gateway is killed while a person is signed in: the session goes on, and the provider can end it."""
    browser = new_browser()
    target.sign_in(browser)
    target.installation.restart_gateway()
    is_in = until(lambda: target.is_signed_in(browser), 10)
    before = target.realm.counts["refreshes"]
    is_refreshed = until(lambda: target.realm.counts["refreshes"] > before, 4 * REFRESH)
    target.realm.flaw = "refresh-rejected"
    is_ended = until(lambda: not target.is_signed_in(browser), 4 * REFRESH)
    return is_in and is_refreshed and is_ended, ", ".join([
        "goes on" if is_in else "ended", "refreshed" if is_refreshed else "not refreshed",
        "ended by the provider" if is_ended else "not ended by the provider"])


def while_rotating(target: Target) -> tuple[bool, str]:
    """The gateway is killed right after a refresh whose token is good for one use: the person is at most signed out."""
    browser = new_browser()
    target.sign_in(browser)
    target.realm.flaw = "refresh-rotated"
    before = target.realm.counts["refreshes"]
    until(lambda: target.realm.counts["refreshes"] > before, 4 * REFRESH)
    target.installation.restart_gateway()
    until(lambda: target.realm.counts["refreshes"] > before + 1, 4 * REFRESH)
    is_in = target.is_signed_in(browser)
    again = target.sign_in(browser)
    return again.status == 303 and target.is_signed_in(browser), (
        f"{'goes on' if is_in else 'ended'}, {target.realm.counts['unknown refresh tokens']} old tokens used; "
        f"a new attempt: {again.status}")


CASES: tuple[tuple[str, str, Callable[[Target], tuple[bool, str]]], ...] = (
    ("between redirect and return", "no session, new attempt works", between_redirect_and_return),
    ("between return and cookie", "no session, new attempt works", between_return_and_cookie),
    ("with a session", "goes on, and can be ended", with_a_session),
    ("while rotating", "new attempt works", while_rotating),
)


def run(binaries: Path, results: Results) -> None:
    """Runs the cases one after the other, because each kills the gateway."""
    with Hostile() as hostile, Installation(binaries) as installation:
        targets = []
        for number in range(len(CASES)):
            name = f"k{number}"
            targets.append(Target(installation, hostile.add(name, installation.client(name))))
        installation.start(*(
            Registration(realm.name, realm.issuer, realm.client) for realm in hostile.realms.values()))
        for (name, expected, case), target in zip(CASES, targets, strict=True):
            began = time.monotonic()
            try:
                is_passed, got = case(target)
            except Exception as error:  # noqa: BLE001  the other cases go on
                is_passed, got = False, f"{type(error).__name__}: {error}"[:300]
            results.add(Result(PART, f"killed {name}", expected, got, is_passed, time.monotonic() - began))
