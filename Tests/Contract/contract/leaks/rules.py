"""Permissions of commands, evaluated from the contract and independently of the router, and mutants of these rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

LEVELS = ("anyone", "observer", "member", "admin", "operator")
OF_TEAMS = ("observer", "member", "admin")
TEAMS = ("any", "default", "all")

Outcome = Literal["denied", "not_found", "allowed"]
Sight = Literal["permitted", "any role", "everything"]


@dataclass(frozen=True)
class Rule:
    """The rule of one command.

    `sight` says which teams' objects exist for a command of a person: those in which the person has the required
    permission. The other values are mutants.
    """

    access: str
    teams: str
    sight: Sight = "permitted"


@dataclass(frozen=True)
class Principal:
    """The owner of a key: a tool, or a person with roles in teams.

    A tool has either the role `tool`, in all teams, or, like a person, roles in teams: then `is_tool` is true.
    """

    name: str
    tool: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    is_tool: bool = False

    @property
    def is_person(self) -> bool:
        return self.tool is None and not self.is_tool

    @property
    def teams(self) -> frozenset[str] | None:
        """The teams whose objects this one may see at all; None for all teams."""
        if self.tool:
            return None if self.tool in ("operator", "observer") else frozenset()
        return frozenset(self.roles)

    def may_see(self, team: str) -> bool:
        return self.teams is None or team in self.teams


def permits(rule: Rule, principal: Principal, *, owns_work: bool) -> bool:
    """Returns true if the key permits the command at all."""
    if rule.access == "parent":
        return False
    if principal.tool == "operator":
        return True
    if rule.access == "owner":
        return principal.tool == "loadtest" and owns_work
    if principal.tool == "observer":
        return LEVELS.index(rule.access) <= LEVELS.index("observer")
    if rule.access == "anyone":
        return True
    if principal.tool or rule.access == "operator" or rule.teams == "all":
        return False
    permitted = _teams(rule, principal)
    return "default" in permitted if rule.teams == "default" else bool(permitted)


def _teams(rule: Rule, principal: Principal) -> set[str]:
    """The teams in which a person has the permission that a command requires."""
    return {team for team, role in principal.roles.items() if LEVELS.index(role) >= LEVELS.index(rule.access)}


def expected(
    rule: Rule, principal: Principal, objects: list[str | None], *, owns_work: bool = False, are_filters: bool = False,
) -> Outcome:
    """The outcome of a command.

    Args:
        objects: the teams of the objects that it names; None for one that does not exist.
        are_filters: true if the command only selects by these objects, so that none of them needs to exist.
    """
    if not permits(rule, principal, owns_work=owns_work):
        return "denied"
    if are_filters:
        return "allowed"
    sees_all = principal.tool is not None or rule.sight == "everything" or rule.access not in OF_TEAMS
    teams = set(principal.roles) if rule.sight == "any role" else (
        _teams(rule, principal) if rule.access in OF_TEAMS else set())
    exist = all(team is not None and (sees_all or team in teams) for team in objects)
    return "allowed" if exist else "not_found"


def mutants(rule: Rule, *, has_objects: bool) -> Iterator[Rule]:
    """All rules that differ from this one in one part."""
    for access in (*LEVELS, "owner", "parent"):
        if access != rule.access:
            yield replace(rule, access=access)
    for teams in TEAMS:
        if teams != rule.teams:
            yield replace(rule, teams=teams)
    if has_objects:
        yield replace(rule, sight="any role")
        yield replace(rule, sight="everything")


def meaning(rule: Rule) -> tuple[str, ...]:
    """Equal for rules that permit the same in every installation."""
    if rule.access not in OF_TEAMS:
        # Persons have these permissions, or do not have them, regardless of their teams.
        return (rule.access,)
    if rule.teams == "all":
        # Only tools: of these, the observer has no more than `observer`.
        return ("observers",) if rule.access == "observer" else ("operator",)
    if rule.teams == "default" or (rule.access == "observer" and rule.sight == "any role"):
        # All objects belong to the one team; every role includes `observer`.
        return (rule.access, rule.teams, "permitted")
    return (rule.access, rule.teams, rule.sight)
