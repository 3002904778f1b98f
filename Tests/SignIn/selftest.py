"""Tests of the providers without the gateway: a small relying party signs in, and finds each flaw of the hostile one."""

from __future__ import annotations

import json
import unittest
from concurrent.futures import ThreadPoolExecutor

from cryptography.exceptions import InvalidSignature
from imitation import ImitatedGateway
from signin.attacking import Target, checks
from signin.attacks import FLAWS_OF_TOKENS, SIGN_IN
from signin.browser import Browser, Page
from signin.hostile import Hostile
from signin.installation import Registration
from signin.provider import Client, Provider
from signin.providers.glewlwyd import Glewlwyd
from signin.providers.lemonldap import LemonLDAP
from signin.relying import Grant, RelyingParty

BY_BROWSERS = {
    "no-flaw", "other-browser", "forced-sign-in", "replayed-return", "returns-at-once", "state-of-another-provider",
    "open-redirect", "invalid-return"}
CLIENT = Client("http://127.0.0.1:9/sign-in/company/return", "http://127.0.0.1:9/")


class RealProviders(unittest.TestCase):
    """Each signs in, refreshes, reports changed groups, and rejects what a provider must reject."""

    def test_glewlwyd(self) -> None:
        with Glewlwyd(CLIENT) as provider:
            self.check(provider)

    def test_lemonldap(self) -> None:
        with LemonLDAP(CLIENT) as provider:
            self.check(provider)

    def check(self, provider: Provider) -> None:
        party = RelyingParty(provider.issuer, CLIENT)
        ann, ben = provider.users
        browser = Browser()

        def log_in(page: Page) -> Page:
            return provider.log_in(browser, page, ann, CLIENT.redirect)

        grant = party.sign_in(" ".join(provider.scopes), log_in, browser)
        self.assertEqual(grant.claims["name"], ann.name)
        self.assertIn("engineering", grant.groups)
        self.assertIsNotNone(grant.refresh_token)
        fresh = party.refresh(grant)
        self.assertIn("engineering", fresh.groups)
        provider.set_groups(ann)
        fresh = party.refresh(fresh)
        self.assertNotIn("engineering", fresh.groups)
        other = Browser()
        grant = party.sign_in(
            " ".join(provider.scopes), lambda page: provider.log_in(other, page, ben, CLIENT.redirect), other)
        self.assertEqual(grant.claims["name"], ben.name)
        self.assertNotIn("engineering", grant.groups)
        provider.remove(ann)
        with self.assertRaises(AssertionError):
            party.refresh(fresh)
        for form in (
            {"grant_type": "refresh_token", "refresh_token": "none of the provider's"},
            {"grant_type": "authorization_code", "code": "none", "redirect_uri": CLIENT.redirect, "code_verifier": "a" * 43},
        ):
            self.assertIn(party.token_request(form).status, (400, 401, 403), form)


class HostileProvider(unittest.TestCase):
    """It is correct without a flaw, and no flaw escapes the relying party."""

    def sign_in(self, hostile: Hostile, flaw: str, times: int = 1) -> list[Grant]:
        realm = hostile.add(flaw or "correct", CLIENT, flaw)
        party = RelyingParty(realm.issuer, CLIENT, timeout=2)
        return [party.sign_in("openid", lambda page: page, Browser()) for _ in range(times)]

    def test_without_a_flaw_a_relying_party_signs_in_and_refreshes(self) -> None:
        with Hostile() as hostile:
            grant, = self.sign_in(hostile, "")
            self.assertEqual(grant.groups, {"engineering"})
            realm = hostile.realms["correct"]
            party = RelyingParty(realm.issuer, CLIENT)
            realm.groups = []
            realm.rotate()
            self.assertEqual(party.refresh(grant).groups, set())
            realm.flaw = "refresh-rotated"
            fresh = party.refresh(grant)
            self.assertNotEqual(fresh.refresh_token, grant.refresh_token)
            party.refresh(fresh)
            with self.assertRaises(AssertionError):
                party.refresh(grant)

    def test_each_flaw_is_noticed_by_a_relying_party(self) -> None:
        wanted = (AssertionError, InvalidSignature, OSError, RecursionError, json.JSONDecodeError, KeyError)
        with Hostile() as hostile, ThreadPoolExecutor(16) as pool:
            tried = {
                attack.name: pool.submit(self.sign_in, hostile, attack.name, 2 if attack.name == "replayed-token" else 1)
                for attack in SIGN_IN}
            for name, result in tried.items():
                with self.subTest(flaw=name):
                    self.assertIsInstance(result.exception(), wanted)
            self.assertEqual({realm.counts["elsewhere"] for realm in hostile.realms.values()}, {0})


class Checks(unittest.TestCase):
    """They pass for a careful gateway, and fail for one that believes everything."""

    def results(self, *, is_careful: bool, names: set[str]) -> dict[str, tuple[bool, str]]:
        with Hostile() as hostile, ImitatedGateway(is_careful=is_careful) as gateway, ThreadPoolExecutor(16) as pool:
            targets = {}
            for number, check in enumerate(checks(names)):
                realm = hostile.add(f"p{number}", gateway.client(f"p{number}"), check.flaw)
                targets[check] = Target(gateway, realm)  # type: ignore[arg-type]  # the part that the checks use
            hostile.add("zz", gateway.client("zz"))
            gateway.start(*(Registration(one.name, one.issuer, one.client) for one in hostile.realms.values()))
            tried = {check.name: pool.submit(check.run, target) for check, target in targets.items()}
            return {name: result.result() for name, result in tried.items()}

    def test_a_careful_gateway_passes(self) -> None:
        names = {attack.name for attack in SIGN_IN} | BY_BROWSERS
        for name, (is_passed, got) in self.results(is_careful=True, names=names).items():
            with self.subTest(attack=name):
                self.assertTrue(is_passed, got)

    def test_a_careless_gateway_fails(self) -> None:
        names = {*FLAWS_OF_TOKENS} - {"token-no-id-token"} | BY_BROWSERS - {"no-flaw", "invalid-return", "returns-at-once"}
        for name, (is_passed, got) in self.results(is_careful=False, names=names).items():
            with self.subTest(attack=name):
                self.assertFalse(is_passed, got)


if __name__ == "__main__":
    unittest.main()
