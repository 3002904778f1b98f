"""Signs people in through a real provider, from the button to the logout."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from .attacking import message, new_browser, until
from .browser import Browser, Page
from .installation import PLACE, REFRESH, Installation, registration
from .provider import Provider, User
from .results import Result, Results
from .stream import EventStream

PATIENCE = 6 * REFRESH
"""Time until the gateway has noticed a change at the provider, in seconds."""


class Flow:
    """One provider and one gateway; the steps build on each other."""

    def __init__(self, provider: Provider, installation: Installation, results: Results) -> None:
        self.provider, self.installation, self.results = provider, installation, results
        self.ann, self.ben = provider.users
        self.browser = new_browser()
        self.person = ""

    @property
    def return_address(self) -> str:
        return self.provider.client.redirect

    def run(self) -> None:
        for name, expected, step in (
            ("button", "listed for everyone", self.button),
            ("request", "PKCE, nonce, state, cookie", self.request),
            ("sign-in", "signed in, to the page", self.sign_in),
            ("person", "created, in the team", self.created),
            ("without the group", "403, no session or no role", self.without_group),
            ("group removed", "team lost, stream closed", self.group_removed),
            ("group added", "role again", self.group_added),
            ("provider down", "session goes on, health says so", self.provider_down),
            ("provider up again", "health is fine, session goes on", self.provider_up),
            ("sign-in again", "the same person", self.same_person),
            ("sign-out", "to the provider's logout and back", self.sign_out),
            ("person removed", "session ends", self.person_removed),
        ):
            self._step(name, expected, step)

    def _step(self, name: str, expected: str, step: Callable[[], tuple[bool, str]]) -> None:
        began = time.monotonic()
        try:
            is_passed, got = step()
        except Exception as error:  # noqa: BLE001  the other steps may show the cause
            is_passed, got = False, f"{type(error).__name__}: {error}"[:400]
        self.results.add(Result(self.provider.name, name, expected, got, is_passed, time.monotonic() - began))

    def through(self, browser: Browser, user: User, to: str = PLACE) -> Page:
        """The response to the return from the provider, where this person logged in."""
        page = self.provider.log_in(
            browser, self.installation.begin(browser, self.provider.name, to), user, self.return_address)
        assert page.location and page.location.startswith(self.return_address), (page.status, page.location, page.text[:300])
        return browser.get(page.location)

    # MARK: Steps

    def button(self) -> tuple[bool, str]:
        found = Browser().get(f"{self.installation.address}/api/sign-in").json["providers"]
        expected = {
            "name": self.provider.name, "label": f"Provider {self.provider.name}", "path": f"/sign-in/{self.provider.name}"}
        return found == [expected], str(found)

    def request(self) -> tuple[bool, str]:
        page = self.installation.begin(new_browser(), self.provider.name)
        query = {name: values[0] for name, values in parse_qs(urlsplit(page.location or "").query).items()}
        cookie = (page.fields["Set-Cookie"] or "").lower()
        is_passed = (
            page.status == 303 and query.get("code_challenge_method") == "S256" and len(query.get("code_challenge", "")) == 43
            and len(query.get("state", "")) >= 22 and len(query.get("nonce", "")) >= 22
            and query.get("redirect_uri") == self.return_address and "httponly" in cookie and "samesite=lax" in cookie)
        return is_passed, f"{page.status}, scope {query.get('scope')}"

    def sign_in(self) -> tuple[bool, str]:
        page = self.through(self.browser, self.ann, PLACE)
        me = self.installation.me(self.browser)
        self.person = me.json.get("person", "") if me.status == 200 else ""
        is_passed = page.status == 303 and urlsplit(page.location or "").path == PLACE and me.status == 200
        return is_passed and me.json["name"] == self.ann.name, f"{page.status} {message(page)}, {me.status} {me.text[:200]}"

    def created(self) -> tuple[bool, str]:
        found = self.installation.members().get(self.person)
        person = self.installation.tool.do("people.get", {"id": self.person})
        return found is not None and person["name"] == self.ann.name and self.provider.issuer in str(person), (
            f"{found}, {str(person)[:300]}")

    def without_group(self) -> tuple[bool, str]:
        browser = new_browser()
        page = self.through(browser, self.ben)
        me = self.installation.me(browser)
        return me.status in (401, 403) and page.status in (303, 403), f"{page.status} {message(page)}, {me.status} {me.text[:160]}"

    def group_removed(self) -> tuple[bool, str]:
        stream = EventStream(self.installation.address, self.browser)
        self.provider.set_groups(self.ann)
        began = time.monotonic()
        is_closed = stream.wait(PATIENCE)
        seconds = time.monotonic() - began
        me = self.installation.me(self.browser)
        is_member = self.person in self.installation.members()
        return is_closed and me.status == 403 and not is_member, (
            f"stream {'closed' if is_closed else 'open'} after {seconds:.1f} s {stream.end}, {me.status}, "
            f"{'member' if is_member else 'no member'}")

    def group_added(self) -> tuple[bool, str]:
        self.provider.set_groups(self.ann, "engineering")
        is_again = until(lambda: self.installation.me(self.browser).status == 200, PATIENCE)
        me = self.installation.me(self.browser)
        return is_again and self.person in self.installation.members(), f"{me.status} {me.text[:160]}"

    def provider_down(self) -> tuple[bool, str]:
        self.provider.stop()
        is_reported = until(self._is_in_health, PATIENCE)
        me = self.installation.me(self.browser)
        page = self.installation.begin(new_browser(), self.provider.name)
        return me.status == 200 and is_reported, (
            f"{me.status}, health {'names' if is_reported else 'does not name'} the provider; "
            f"another sign-in: {page.status} {message(page)}")

    def _is_in_health(self) -> bool:
        return f"Provider {self.provider.name}" in self.installation.problems()

    def provider_up(self) -> tuple[bool, str]:
        self.provider.start()
        is_fine = until(lambda: not self._is_in_health(), PATIENCE)
        me = self.installation.me(self.browser)
        return is_fine and me.status == 200, f"{me.status}, health {'is fine' if is_fine else 'still names the provider'}"

    def same_person(self) -> tuple[bool, str]:
        browser = new_browser()
        page = self.through(browser, self.ann)
        me = self.installation.me(browser)
        return me.status == 200 and me.json.get("person") == self.person, f"{page.status}, {me.status} {me.text[:160]}"

    def sign_out(self) -> tuple[bool, str]:
        page = self.installation.log_out(self.browser)
        following = page.json.get("next") if page.status == 200 else None
        me = self.installation.me(self.browser)
        if not following:
            return False, f"{page.status} {page.text[:200]}, {me.status}"
        last = self.provider.confirm_logout(
            self.browser, self.browser.get(following), self.provider.client.after_logout)
        is_back = (last.location or "").startswith(self.provider.client.after_logout) or self.provider.needs_hint
        return page.status == 200 and me.status == 401 and following.startswith(self.provider.url) and is_back, (
            f"{me.status}; {urlsplit(following).path} → {last.status} {last.location or ''}")

    def person_removed(self) -> tuple[bool, str]:
        browser = new_browser()
        page = self.through(browser, self.ann)
        self.provider.remove(self.ann)
        is_ended = until(lambda: self.installation.me(browser).status == 401, PATIENCE)
        return page.status == 303 and is_ended, f"{page.status}, then {self.installation.me(browser).status}"


def run(kind: type[Provider], binaries: Path, results: Results) -> None:
    """Runs all steps with a provider of this kind."""
    with Installation(binaries) as installation, kind(installation.client(kind.name)) as provider:
        installation.start(registration(provider))
        Flow(provider, installation, results).run()
