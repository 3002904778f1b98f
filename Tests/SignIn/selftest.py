"""Tests of the providers without the gateway: a small relying party signs in, and finds each flaw of the hostile one."""

from __future__ import annotations

import unittest

from signin.browser import Browser, Page
from signin.provider import Client, Provider
from signin.providers.glewlwyd import Glewlwyd
from signin.providers.lemonldap import LemonLDAP
from signin.relying import RelyingParty

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
        self.assertNotIn("engineering", party.refresh(fresh).groups)
        other = Browser()
        grant = party.sign_in(
            " ".join(provider.scopes), lambda page: provider.log_in(other, page, ben, CLIENT.redirect), other)
        self.assertEqual(grant.claims["name"], ben.name)
        self.assertNotIn("engineering", grant.groups)
        for form in (
            {"grant_type": "refresh_token", "refresh_token": "none of the provider's"},
            {"grant_type": "authorization_code", "code": "none", "redirect_uri": CLIENT.redirect, "code_verifier": "a" * 43},
        ):
            self.assertIn(party.token_request(form).status, (400, 401, 403), form)


if __name__ == "__main__":
    unittest.main()
