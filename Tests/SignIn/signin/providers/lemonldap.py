"""LemonLDAP::NG (Debian package liblemonldap-ng-portal-perl): its portal under plackup, with the demonstration backend."""

from __future__ import annotations

import json
from typing import Any

from ..browser import Browser, Page
from ..provider import Provider, User
from ..tokens import Key

SETTINGS = """\
[all]
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
logLevel = warn

[configuration]
type = File
dirName = {directory}/configuration

[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
"""
PROGRAM = """\
use strict;
use warnings;

# The portal loads a captcha in any case; the usual one requires libraries for images.
package NoCaptcha;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
BEGIN { $INC{'NoCaptcha.pm'} = __FILE__ }

package main;
use JSON qw(from_json);
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;

my $portal = Lemonldap::NG::Portal::Main->run({});

# The accounts of the demonstration are variables of its module; a file replaces them at each request.
sub {
    open my $file, '<', '%s/accounts.json' or die $!;
    my $accounts = from_json(do { local $/; <$file> });
    %%Lemonldap::NG::Portal::UserDB::Demo::demoAccounts = %%{ $accounts->{accounts} };
    %%Lemonldap::NG::Portal::UserDB::Demo::demoGroups = %%{ $accounts->{groups} };
    return $portal->(@_);
};
"""


class LemonLDAP(Provider):
    name = "lemonldap"
    scopes = ("openid", "profile", "email", "groups", "offline_access")
    # The password of a demonstration account is its name.
    users = (User("ann", "ann", "Ann Example"), User("ben", "ben", "Ben Example"))

    @property
    def issuer(self) -> str:
        # Its default issuer ends with a slash, which discovery must not repeat (OpenID Connect Discovery, section 4).
        return f"{self.url}/"

    def prepare(self) -> None:
        for name in ("configuration", "sessions/lock", "persistent/lock", "cache"):
            (self.directory / name).mkdir(parents=True)
        self._removed: set[str] = set()
        self._groups = {user.login: ["users"] for user in self.users}
        self.set_groups(self.users[0], "users", "engineering")
        (self.directory / "lemonldap-ng.ini").write_text(SETTINGS.format(directory=self.directory), encoding="utf-8")
        (self.directory / "portal.psgi").write_text(PROGRAM % self.directory, encoding="utf-8")
        (self.directory / "configuration/lmConf-1.json").write_text(json.dumps(self._configuration()), encoding="utf-8")

    def _configuration(self) -> dict[str, Any]:
        key = Key.make("lemonldap")
        return {
            "cfgNum": 1, "cfgAuthor": "test", "cfgDate": "1", "cfgVersion": "2.16.1",
            "portal": self.issuer, "domain": "127.0.0.1", "cookieName": "lemonldap", "securedCookie": 0,
            "authentication": "Demo", "userDB": "Same", "passwordDB": "Null", "registerDB": "Null",
            "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"},
            "portalDisplayRegister": 0, "portalDisplayResetPassword": 0, "captcha": "NoCaptcha",
            "whatToTrace": "uid", "macros": {}, "groups": {}, "locationRules": {}, "exportedHeaders": {},
            "globalStorage": "Apache::Session::File",
            "globalStorageOptions": self._storage("sessions"),
            "persistentStorage": "Apache::Session::File",
            "persistentStorageOptions": self._storage("persistent"),
            "localSessionStorage": "Cache::FileCache",
            "localSessionStorageOptions": {
                "cache_root": f"{self.directory}/cache", "cache_depth": 3, "default_expires_in": 600,
                "directory_umask": "007", "namespace": "lemonldap-ng-sessions"},
            "issuerDBOpenIDConnectActivation": 1,
            "oidcServicePrivateKeySig": key.secret_pem.decode(),
            "oidcServicePublicKeySig": key.public_pem.decode(),
            "oidcServiceKeyIdSig": key.kid,
            "oidcServiceAllowAuthorizationCodeFlow": 1,
            "oidcServiceIgnoreScopeForClaims": 1,
            "oidcRPMetaDataExportedVars": {
                "standups": {"name": "cn", "email": "mail", "groups": "groups;string;auto"}},
            "oidcRPMetaDataOptions": {"standups": {
                "oidcRPMetaDataOptionsClientID": self.client.id,
                "oidcRPMetaDataOptionsClientSecret": self.client.secret,
                "oidcRPMetaDataOptionsRedirectUris": self.client.redirect,
                "oidcRPMetaDataOptionsPostLogoutRedirectUris": self.client.after_logout,
                "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256",
                "oidcRPMetaDataOptionsRequirePKCE": 1,
                "oidcRPMetaDataOptionsAllowOffline": 1,
                # Without consent, offline_access has an effect only if this is set.
                "oidcRPMetaDataOptionsBypassConsent": 1,
            }},
        }

    def _storage(self, name: str) -> dict[str, str]:
        return {
            "Directory": f"{self.directory}/{name}", "LockDirectory": f"{self.directory}/{name}/lock",
            "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"}

    def command(self) -> tuple[list[str], dict[str, str]]:
        return (
            ["plackup", "--host", "127.0.0.1", "--port", str(self.port), "--env", "deployment", "portal.psgi"],
            {"LLNG_DEFAULTCONFFILE": f"{self.directory}/lemonldap-ng.ini"})

    def fill(self) -> None:
        """Does nothing: the files contain everything."""

    def log_in(self, browser: Browser, page: Page, user: User, until: str) -> Page:
        page = browser.follow(page, until=until)
        if page.location is None:
            page = browser.submit(page, {"user": user.login, "password": user.password}, containing="password")
        return browser.follow(page, until=until)

    def set_groups(self, user: User, *groups: str) -> None:
        self._groups[user.login] = ["users", *groups]
        members = {
            group: [login for login, found in self._groups.items() if group in found]
            for group in {group for found in self._groups.values() for group in found}}
        accounts = {
            one.login: {"uid": one.login, "cn": one.name, "mail": f"{one.login}@example.com"} for one in self.users
            if one.login not in self._removed}
        # Replaced at once, because the provider may read it at any time.
        new = self.directory / "accounts.json.new"
        new.write_text(json.dumps({"accounts": accounts, "groups": members}), encoding="utf-8")
        new.replace(self.directory / "accounts.json")

    def remove(self, user: User) -> None:
        self._removed.add(user.login)
        self.set_groups(user)

    def confirm_logout(self, browser: Browser, page: Page, until: str) -> Page:
        page = browser.follow(page, until=until)
        if page.location is None:
            page = browser.submit(page, {"confirm": "1"}, containing="post_logout_redirect_uri")
        return browser.follow(page, until=until)
