"""The attacks of the hostile provider, and what the gateway is expected to do."""

from __future__ import annotations

from dataclasses import dataclass

from .hostile import ENDPOINTS, KINDS

REFUSED, UNAVAILABLE, INVALID = 403, 503, 502
"""Status of a page that reports: the provider rejected the person, was not reached, or violated the protocol."""
BAD_REQUEST = 400
"""Status of a page that reports a return that belongs to no attempt of this browser."""


@dataclass(frozen=True)
class Attack:
    """A flaw of the provider during a sign-in or at a refresh; its name is that of the flaw."""

    name: str
    statuses: tuple[int, ...] = (INVALID,)
    """Accepted statuses of the response to the beginning or to the return; all mean that no session begins."""
    is_ended: bool = True
    """At a refresh: whether the session ends."""


FLAWS_OF_TOKENS = (
    "wrong-signature", "unknown-key", "key-in-header", "key-by-url", "alg-none", "alg-none-in-capitals",
    "hs256-public-key", "hs256-client-secret", "critical-header", "wrong-issuer", "wrong-audience",
    "audiences-without-azp", "wrong-azp", "wrong-nonce", "no-nonce", "replayed-token", "expired", "no-expiry",
    "issued-in-the-future", "not-yet-valid", "subject-empty", "subject-long", "subject-number", "token-no-id-token",
)
FLAWS_OF_METADATA = (
    "discovery-wrong-issuer", "discovery-issuer-prefix", "discovery-script", "discovery-file", "discovery-plain",
    "discovery-no-keys", "keys-empty", "keys-ten-thousand",
)

SIGN_IN = (
    *(Attack(name) for name in FLAWS_OF_TOKENS),
    *(Attack(name) for name in FLAWS_OF_METADATA),
    *(Attack(f"{endpoint}-{kind}", (UNAVAILABLE if kind in ("slow", "never", "broken") else INVALID,))
      for endpoint in ENDPOINTS for kind in KINDS),
    Attack("response-wrong-issuer", (BAD_REQUEST,)),
    # The provider's metadata announce the issuer in each response (RFC 9207, section 2.4).
    Attack("response-no-issuer", (BAD_REQUEST,)),
    Attack("access-denied", (REFUSED,)),
    Attack("error-unknown", (REFUSED,)),
    Attack("error-unavailable", (UNAVAILABLE,)),
    Attack("code-rejected", (REFUSED,)),
    Attack("userinfo-other-subject"),
)
"""No session may begin."""

REFRESH = (
    Attack("refresh-rejected"),
    Attack("refresh-rejected-silently"),
    Attack("refresh-other-subject"),
    Attack("refresh-wrong-issuer"),
    Attack("refresh-wrong-audience"),
    Attack("refresh-wrong-signature"),
    Attack("refresh-userinfo-other-subject"),
    Attack("refresh-broken", is_ended=False),
    Attack("refresh-rotated", is_ended=False),
    Attack("token-never", is_ended=False),
    Attack("token-huge"),
)
"""They begin after a correct sign-in."""
