"""CURVE keys: the identity of this program and of its router."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import zmq.auth
from zmq.utils import z85

from .errors import StandupsError

NONE = "none"


class KeyFileError(StandupsError):
    """A key file cannot be used; the message names it and the remedy."""


@dataclass(frozen=True)
class Keys:
    """CURVE keys in Z85, 40 characters each: the router's public key, and this program's pair."""

    server: str
    public: str
    secret: str

    def __repr__(self) -> str:
        return f"Keys(server={self.server!r}, public={self.public!r})"

    @staticmethod
    def load(key: str | os.PathLike[str], router_key: str | os.PathLike[str] | None = None) -> Keys:
        """Reads certificates in the format of `standups keys` and `zmq.auth.create_certificates`.

        `key` is the secret certificate (`….key_secret`); `router_key` is the router's public certificate, or its
        key as a string (default: `router.key` next to the secret). Raises `KeyFileError`.
        """
        path = Path(key)
        public, secret = _certificate(path)
        if secret is None:
            raise KeyFileError(f"{path} has no secret key; use the file that ends with .key_secret.")
        _require_private(path)
        place = path.with_name("router.key") if router_key is None else router_key
        if isinstance(place, str) and _is_key(place) and not _is_path(place):
            return Keys(place, public, secret)
        return Keys(_certificate(Path(place))[0], public, secret)

    @staticmethod
    def find(
        key: str | os.PathLike[str] | None,
        router_key: str | os.PathLike[str] | None,
        endpoint: str,
    ) -> Keys | None:
        """The keys in the named files, or else those that the environment selects."""
        if key is not None:
            return Keys.load(key, router_key)
        return Keys.of_environment(endpoint=endpoint)

    @staticmethod
    def of_environment(
        environment: Mapping[str, str] | None = None, *, endpoint: str = "tcp://"
    ) -> Keys | None:
        """Reads the same variables and defaults as the services: `STANDUPS_KEY` (`none` for no keys) and
        `STANDUPS_ROUTER_KEY`; else, over TCP, `standups.key_secret` in `$XDG_CONFIG_HOME/standups`."""
        values = os.environ if environment is None else environment
        xdg, home = values.get("XDG_CONFIG_HOME", ""), values.get("HOME", "")
        settings = f"{xdg}/standups" if xdg.startswith("/") else f"{home}/.config/standups"
        key = values.get("STANDUPS_KEY") or None
        if key == NONE:
            return None
        if key is None:
            key = f"{settings}/standups.key_secret"
            if not endpoint.startswith("tcp://") or not os.path.exists(key):
                return None
        router_key = values.get("STANDUPS_ROUTER_KEY") or None
        beside = Path(key).with_name("router.key")
        if router_key is None and not beside.exists():
            router_key = f"{settings}/router.key"
        return Keys.load(key, router_key)


def _certificate(path: Path) -> tuple[str, str | None]:
    try:
        public, secret = zmq.auth.load_certificate(path)
    except (OSError, ValueError) as error:
        raise KeyFileError(f"{path} cannot be read as a certificate: {error}") from error
    if not _is_key(public.decode()) or (secret is not None and not _is_key(secret.decode())):
        raise KeyFileError(f"{path} contains no valid key; expected 40 characters of Z85.")
    return public.decode(), None if secret is None else secret.decode()


def _is_key(text: str) -> bool:
    try:
        return len(text) == 40 and len(z85.decode(text)) == 32
    except (KeyError, ValueError, OverflowError):
        return False


def _is_path(text: str) -> bool:
    """One in 85 keys begins with "/", and a path may be as long as a key."""
    return text.endswith(".key") or os.path.exists(text)


def _require_private(path: Path) -> None:
    """Rejects a file that other users may read; the group may read one that belongs to another user."""
    status = os.stat(path)
    allowed = 0o700 if status.st_uid == os.geteuid() else 0o740
    mode = stat.S_IMODE(status.st_mode)
    if mode & ~allowed:
        raise KeyFileError(
            f"{path} contains a secret key, and other users can read it (mode {mode:#o}): chmod 600 it, and"
            " replace the key if another user may have read it."
        )
