"""JSON Web Tokens (RFC 7515, RFC 7519): signing them correctly and wrongly, and checking them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa


def encode(value: bytes) -> str:
    """base64url without padding (RFC 7515, section 2)."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decode(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


def challenge(verifier: str) -> str:
    """The S256 challenge of a verifier (RFC 7636, section 4.2)."""
    return encode(hashlib.sha256(verifier.encode()).digest())


def _number(value: int) -> str:
    return encode(value.to_bytes((value.bit_length() + 7) // 8, "big"))


@dataclass(frozen=True)
class Key:
    """An RSA key with its id."""

    kid: str
    secret: rsa.RSAPrivateKey

    @classmethod
    def make(cls, kid: str) -> Key:
        return cls(kid, rsa.generate_private_key(public_exponent=65537, key_size=2048))

    @property
    def jwk(self) -> dict[str, str]:
        """The public key (RFC 7517)."""
        numbers = self.secret.public_key().public_numbers()
        return {
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "n": _number(numbers.n), "e": _number(numbers.e)}

    @property
    def public_pem(self) -> bytes:
        return self.secret.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    @property
    def secret_pem(self) -> bytes:
        return self.secret.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())

    def sign(self, claims: dict[str, Any], **header: Any) -> str:
        """A token with RS256."""
        head = {"alg": "RS256", "typ": "JWT", "kid": self.kid} | header
        text = f"{encode(json.dumps(head).encode())}.{encode(json.dumps(claims).encode())}"
        return f"{text}.{encode(self.secret.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256()))}"


def unsigned(claims: dict[str, Any], alg: str = "none") -> str:
    """A token without a signature (RFC 7515, appendix A.5)."""
    return f"{encode(json.dumps({'alg': alg}).encode())}.{encode(json.dumps(claims).encode())}."


def with_secret(claims: dict[str, Any], secret: bytes, kid: str) -> str:
    """A token with HS256."""
    text = f"{encode(json.dumps({'alg': 'HS256', 'kid': kid}).encode())}.{encode(json.dumps(claims).encode())}"
    return f"{text}.{encode(hmac.new(secret, text.encode(), hashlib.sha256).digest())}"


def verified(token: str, keys: list[dict[str, Any]]) -> dict[str, Any]:
    """The claims of a token that one of these public keys signed.

    Raises:
        AssertionError: it was not signed by one of them.
        cryptography.exceptions.InvalidSignature: its signature is wrong.
    """
    head, body, signature = token.split(".")
    header = json.loads(decode(head))
    assert header["alg"] == "RS256" and "crit" not in header, f"the header is {header}"
    found = [key for key in keys if key["kty"] == "RSA" and header.get("kid") in (None, key.get("kid"))]
    assert len(found) == 1, f"{len(found)} keys match {header}"
    numbers = rsa.RSAPublicNumbers(*(int.from_bytes(decode(found[0][name]), "big") for name in ("e", "n")))
    numbers.public_key().verify(decode(signature), f"{head}.{body}".encode(), padding.PKCS1v15(), hashes.SHA256())
    claims: dict[str, Any] = json.loads(decode(body))
    return claims
