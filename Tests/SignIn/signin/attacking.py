"""Runs the attacks against a gateway, each with a provider of its own and from an address of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from .attacks import REFRESH, SIGN_IN, Attack
from .browser import Browser, Page
from .hostile import Hostile, Realm
from .installation import PLACE, Bystander, Installation, Registration
from .installation import REFRESH as INTERVAL
from .results import Result, Results
from .stream import EventStream

PART = "attacks"
MAX_PROVIDERS = 16
"""Number of providers of one gateway."""
AT_ONCE = 8
"""Number of attacks at the same time."""
MAX_SECONDS = 45
"""Longest time until a person is informed: three requests with the gateway's timeout of 10 s, and a margin."""
MAX_HUGE = 8_000_000
"""Maximum number of bytes of a huge response that leave the provider, most of them into buffers of the system."""
MAX_HELD_UP = 2
"""Longest response time of another user during attacks, in seconds. Their requests take some milliseconds."""

_hosts = count(1)


@dataclass
class Target:
    """The gateway and the provider of one attack."""

    installation: Installation
    realm: Realm

    @property
    def name(self) -> str:
        return self.realm.name

    def sign_in(self, browser: Browser, to: str = PLACE) -> Page:
        """The last response of a sign-in: 303 if it succeeded."""
        page = self.installation.begin(browser, self.name, to)
        if page.location is None:
            return page
        return browser.get(self.return_url(browser, page))

    def return_url(self, browser: Browser, page: Page) -> str:
        """The URL to which the provider sends the browser, which began with this page."""
        assert page.location, page.status
        page = browser.get(page.location)
        assert page.location, (page.status, page.text)
        return page.location

    def is_signed_in(self, browser: Browser) -> bool:
        return self.installation.me(browser).status == 200


def new_browser() -> Browser:
    """A browser with an address of its own, because the gateway limits the attempts of each address."""
    number = next(_hosts)
    return Browser(f"127.1.{number // 250}.{number % 250 + 1}")


@dataclass(frozen=True)
class Check:
    """A check with a provider of its own."""

    name: str
    expected: str
    run: Callable[[Target], tuple[bool, str]]
    """Returns whether it passed, and what happened."""
    flaw: str = ""


# MARK: Flaws


def during_sign_in(attack: Attack) -> Check:
    """Nothing but an error page may come of a sign-in with this flaw."""

    def run(target: Target) -> tuple[bool, str]:
        realm, browser = target.realm, new_browser()
        if attack.name == "replayed-token":
            # The first token of this provider is valid; the second sign-in gets it again.
            assert target.sign_in(new_browser()).status == 303
        page = target.sign_in(browser)
        is_in = target.is_signed_in(browser)
        got = [f"{page.status}", "signed in" if is_in else "no session"]
        problems = [
            is_in, page.status not in attack.statuses, realm.counts["elsewhere"] > 0,
            realm.counts["huge bytes"] > MAX_HUGE, "<script>alert" in page.text]
        if realm.counts["elsewhere"]:
            got.append("followed a redirect or a URL in a token")
        if realm.counts["huge bytes"]:
            got.append(f"{realm.counts['huge bytes'] / 1e6:.1f} MB sent")
        if page.status == 303:
            got.append(f"to {page.location}")
        got.append(message(page))
        return not any(problems), ", ".join(one for one in got if one)

    return Check(attack.name, f"{' or '.join(map(str, attack.statuses))}, no session", run, attack.name)


def at_refresh(attack: Attack) -> Check:
    """The flaw begins after a correct sign-in; the session ends, or it outlives two refreshes."""

    def run(target: Target) -> tuple[bool, str]:
        realm, browser = target.realm, new_browser()
        page = target.sign_in(browser)
        assert page.status == 303, (page.status, message(page))
        endpoint = "userinfo" if "userinfo" in attack.name else "token"
        before = realm.counts[endpoint]
        realm.flaw = attack.name
        stream = EventStream(target.installation.address, browser)
        try:
            has_asked = until(lambda: realm.counts[endpoint] > before, 4 * INTERVAL)
            if attack.is_ended:
                until(lambda: not target.is_signed_in(browser), MAX_SECONDS)
                is_closed = stream.wait(10)
            else:
                # Two more refreshes, or the time for them, because an unavailable provider may be asked less often.
                until(lambda: realm.counts[endpoint] > before + 2, 4 * INTERVAL)
                is_closed = stream.wait(1)
        finally:
            stream.close()
        is_in = target.is_signed_in(browser)
        got = ", ".join([
            "goes on" if is_in else "ended", "stream closed" if is_closed else "stream open",
            f"{realm.counts[endpoint] - before} requests"] + ([] if has_asked else ["never refreshed"]))
        is_passed = has_asked and is_in != attack.is_ended and is_closed == attack.is_ended
        return is_passed and not realm.counts["unknown refresh tokens"], got

    return Check(
        f"{attack.name} at refresh" if not attack.name.startswith("refresh") else attack.name,
        "session ends" if attack.is_ended else "session goes on", run)


# MARK: Attacks by browsers


def no_flaw(target: Target) -> tuple[bool, str]:
    """A correct sign-in, the measure of all attacks; its cookie is one for this host only, and not for scripts."""
    browser = new_browser()
    page = target.sign_in(browser, PLACE)
    cookie = page.fields["Set-Cookie"] or ""
    me = target.installation.me(browser)
    is_passed = page.status == 303 and me.status == 200 and me.json["name"] == f"Ann {target.name}"
    is_safe = "httponly" in cookie.lower() and "samesite" in cookie.lower() and "domain" not in cookie.lower()
    where = (page.location or "").removeprefix(target.installation.address)
    return is_passed and is_safe and where == PLACE, f"{page.status} to {where}, {me.status} {me.text[:120]}"


def another_browser(target: Target) -> tuple[bool, str]:
    """The URL of a return is opened in a browser that did not begin the attempt."""
    browser, other = new_browser(), new_browser()
    url = target.return_url(browser, target.installation.begin(browser, target.name))
    page = other.get(url)
    return page.status == 400 and not target.is_signed_in(other), f"{page.status}, {message(page)}"


def forced_sign_in(target: Target) -> tuple[bool, str]:
    """The attacker's return is opened in a browser that has begun an attempt of its own (login CSRF)."""
    attacker, victim = new_browser(), new_browser()
    url = target.return_url(attacker, target.installation.begin(attacker, target.name))
    target.installation.begin(victim, target.name)
    page = victim.get(url)
    return page.status == 400 and not target.is_signed_in(victim), f"{page.status}, {message(page)}"


def replayed_return(target: Target) -> tuple[bool, str]:
    """The URL of a return is opened twice, also with the cookies of before; its code is redeemed once."""
    browser = new_browser()
    url = target.return_url(browser, target.installation.begin(browser, target.name))
    before = browser.copy()
    first = browser.get(url)
    pages = [browser.get(url), before.get(url)]
    codes = target.realm.counts["codes redeemed again"]
    is_in = target.is_signed_in(before)
    is_passed = first.status == 303 and all(page.status == 400 for page in pages) and not codes and not is_in
    return is_passed, f"{first.status}, then {', '.join(str(page.status) for page in pages)}, {codes} codes redeemed again"


def returns_at_once(target: Target) -> tuple[bool, str]:
    """The URL of a return is opened by eight connections of one browser at the same time."""
    browser = new_browser()
    url = target.return_url(browser, target.installation.begin(browser, target.name))
    copies = [browser.copy() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        pages = [*pool.map(lambda copy: copy.get(url), copies)]
    signed_in = sum(target.is_signed_in(copy) for copy in copies)
    redeemed = target.realm.counts["token"]
    return signed_in == 1 and redeemed == 1, (
        f"{sorted(page.status for page in pages)}, {signed_in} sessions, {redeemed} requests for tokens")


def state_of_another_provider(target: Target) -> tuple[bool, str]:
    """The return of one provider has the state of an attempt with another one (mix-up)."""
    browser = new_browser()
    page = target.installation.begin(browser, target.name)
    url = target.return_url(browser, page)
    other = next(name for name in sorted(target.realm.server.realms) if name != target.name)
    page = browser.get(url.replace(f"/sign-in/{target.name}/", f"/sign-in/{other}/"))
    return page.status == 400 and not target.is_signed_in(browser), f"{page.status}, {message(page)}"


def open_redirect(target: Target) -> tuple[bool, str]:
    """After the sign-in, no address leads to another site."""
    got = []
    for to in ("https://evil.example/", "//evil.example/", "/\\evil.example/", "/\t/evil.example/", "javascript:alert(1)"):
        browser = new_browser()
        page = target.sign_in(browser, to)
        where = page.fields["Location"] or ""
        # Browsers treat a backslash as a slash, and remove tabs.
        is_ours = re.match(r"/(?![/\\\t])", where.removeprefix(target.installation.address)) is not None
        got.append((page.status == 400 or is_ours, f"{page.status} {where}"))
    return all(is_fine for is_fine, _ in got), "; ".join(text for _, text in got)


def invalid_return(target: Target) -> tuple[bool, str]:
    """Returns that lack something, repeat it, or are too long."""
    got = []
    for query in (
        "", "code=x", "state=x", "code=x&state=", "code=x&code=y&state=x", f"code={'x' * 7000}&state=x", "error=%0d%0ax",
        "code=%00&state=%00", "code=%ff&state=%ff",
    ):
        browser = new_browser()
        target.installation.begin(browser, target.name)
        page = browser.get(f"{target.installation.address}/sign-in/{target.name}/return?{query}")
        got.append(page.status if not target.is_signed_in(browser) else 303)
    return all(status in (400, 413, 414, 431) for status in got), str(got)


def rotated_keys(target: Target) -> tuple[bool, str]:
    """The provider replaces its key between two sign-ins, and before a refresh."""
    first = target.sign_in(new_browser())
    # Sleeps because the keys are read again at most once in ten seconds.
    time.sleep(11)
    target.realm.rotate()
    browser = new_browser()
    second = target.sign_in(browser)
    until(lambda: target.realm.counts["refreshes"] > 2, 4 * INTERVAL)
    is_in = target.is_signed_in(browser)
    return (first.status, second.status, is_in) == (303, 303, True), (
        f"{first.status}, then {second.status} {message(second)}, {'goes on' if is_in else 'ended'}")


def removed_group(target: Target) -> tuple[bool, str]:
    """The provider removes the person from the group: the role and the stream end, and return with the group."""
    installation, realm, browser = target.installation, target.realm, new_browser()
    page = target.sign_in(browser)
    person = installation.me(browser).json["person"]
    is_member = person in installation.members()
    stream = EventStream(installation.address, browser)
    realm.groups = ["staff"]
    is_closed = stream.wait(4 * INTERVAL)
    status = installation.me(browser).status
    is_removed = person not in installation.members()
    realm.groups = ["staff", "engineering"]
    until(lambda: person in installation.members(), 4 * INTERVAL)
    again = installation.me(browser).status
    return (page.status, is_member, is_closed, status, is_removed, again) == (303, True, True, 403, True, 200), (
        f"stream {'closed' if is_closed else 'open'} {stream.end}, then {status}, with the group again {again}")


def many_unknown_keys(target: Target) -> tuple[bool, str]:
    """Tokens with unknown keys do not make the gateway request the keys for each of them."""
    target.realm.flaw = "unknown-key"
    pages = [target.sign_in(new_browser()) for _ in range(6)]
    requests = target.realm.counts["keys"]
    return all(page.status != 303 for page in pages) and requests <= 3, f"{len(pages)} sign-ins, {requests} requests for keys"


def many_attempts(target: Target) -> tuple[bool, str]:
    """One address begins many attempts: it is slowed down, another one is not."""
    browser = new_browser()
    statuses = [target.installation.begin(browser, target.name).status for _ in range(60)]
    other = target.sign_in(new_browser())
    return 429 in statuses and other.status == 303, (
        f"429 after {statuses.index(429) if 429 in statuses else len(statuses)} attempts, another address {other.status}")


BROWSERS = (
    Check("no-flaw", "signed in", no_flaw),
    Check("other-browser", "400, no session", another_browser),
    Check("forced-sign-in", "400, no session", forced_sign_in),
    Check("replayed-return", "400, code redeemed once", replayed_return),
    Check("returns-at-once", "one session", returns_at_once),
    Check("state-of-another-provider", "400, no session", state_of_another_provider),
    Check("open-redirect", "stays on this site", open_redirect),
    Check("invalid-return", "400, no session", invalid_return),
    Check("keys-rotated", "signed in, session goes on", rotated_keys),
    Check("groups-removed", "team lost, stream closed", removed_group),
    Check("unknown-keys", "keys requested rarely", many_unknown_keys),
    Check("many-attempts", "429 for this address", many_attempts),
)


def checks(names: Iterable[str] = ()) -> list[Check]:
    """All checks, or those with these names; the slow ones come first, so that they run beside each other."""
    wanted = set(names)
    found = [*BROWSERS, *map(at_refresh, REFRESH), *map(during_sign_in, SIGN_IN)]
    found.sort(key=lambda check: not check.name.endswith(("-slow", "-never")))
    return [check for check in found if not wanted or check.name in wanted]


# MARK: Running


def run(binaries: Path, results: Results, names: Iterable[str] = ()) -> None:
    """Runs the checks, as many at a time as a gateway has providers."""
    for group in batches(checks(names), MAX_PROVIDERS - 1):
        _run(group, binaries, results)


def batches(found: list[Check], size: int) -> list[list[Check]]:
    """Groups of about the same duration: each has its share of the slow checks at the beginning."""
    number = -(-len(found) // size)
    return [found[start::number] for start in range(number)]


def _run(group: list[Check], binaries: Path, results: Results) -> None:
    with Hostile() as hostile, Installation(binaries) as installation:
        targets = {}
        for number, check in enumerate(group):
            name = f"p{number}"
            targets[check.name] = Target(installation, hostile.add(name, installation.client(name), check.flaw))
        hostile.add("zz", installation.client("zz"))
        installation.start(*(
            Registration(realm.name, realm.issuer, realm.client) for realm in hostile.realms.values()))
        with Bystander(installation) as bystander, ThreadPoolExecutor(AT_ONCE) as pool:
            for result in pool.map(lambda check: attempt(check, targets[check.name], bystander), group):
                results.add(result)
        results.add(Result(
            PART, "another user meanwhile", f"served within {MAX_HELD_UP} s",
            f"{len(bystander.samples)} requests, {len(bystander.failures)} failures {bystander.failures[:2]}",
            bystander.slowest(0) < MAX_HELD_UP and not bystander.failures, 0, bystander.slowest(0)))


def attempt(check: Check, target: Target, bystander: Bystander) -> Result:
    """Runs a check; an unexpected error is a failure, too."""
    began = time.monotonic()
    try:
        is_passed, got = check.run(target)
    except Exception as error:  # noqa: BLE001  the other checks go on
        is_passed, got = False, f"{type(error).__name__}: {error}"[:300]
    seconds = time.monotonic() - began
    slowest = bystander.slowest(began)
    return Result(PART, check.name, check.expected, got, is_passed and seconds < 2 * MAX_SECONDS, seconds, slowest)


def until(test: Callable[[], bool], seconds: float) -> bool:
    """Polls a test, and returns true as soon as it does; false after this time."""
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            return False
        # Sleeps because neither the gateway nor the provider reports what happened.
        time.sleep(0.2)
    return True


def message(page: Page) -> str:
    """The problem that the gateway's page reports."""
    _, found, rest = page.text.partition('name="standups-problem" content="')
    return rest.partition('"')[0][:160] if found else ""
