"""A large company: an installation with many teams, persons and standups, filled by the import of an archive."""

import gzip
import hashlib
import json
import random
import tempfile
import time
import uuid

import hands
import principals
from principals import FOR_PERSON, TOOL
from ratios import count, median
from words import number, table, us

#: Teams, persons and standups; the second set with --quick.
SIZE, QUICK_SIZE = (1000, 100_000, 100_000), (100, 10_000, 10_000)
#: Persons who are in 64 teams, in addition to the others.
MANY, TEAMS_OF_MANY = 20, 64
#: Number of slots of the standups: the last ten bits of their ids.
SLOTS = 1024
#: About every tenth and every thousandth meeting contains these words; the others are from VOCABULARY.
COMMON, RARE = "release", "xylophone"
VOCABULARY = [f"{start}{middle}{end}" for start in ("de", "fo", "ka", "li", "mo") for middle in ("ber", "lin", "sta", "ton")
              for end in ("a", "el", "ing", "o", "um")]
#: Targets: p99 of a list, in ms, and memory of the router per person, in bytes.
MOST_MS, MOST_BYTES = 10, 200


def an_id(kind, index):
    """The same random UUID each time."""
    return str(uuid.UUID(hashlib.md5(f"{kind}/{index}".encode()).hexdigest(), version=4))


def team_id(index):
    return f"team-{index + 1}"


def teams_of(index, teams, persons):
    """Numbers of the teams of a person: one or two, or 64 for the last persons."""
    if index >= persons:
        return sorted({(index - persons + turn * teams // TEAMS_OF_MANY) % teams for turn in range(TEAMS_OF_MANY)})
    other = (index // teams * 7 + index + 1) % teams
    return [index % teams] + ([other] if index // teams % 2 else [])


class Archive:
    """Writes an archive (docs/archive.md) to a file."""

    def __init__(self, file):
        self.file, self.sum, self.number, self.counts = file, hashlib.sha256(), 0, {}
        self.line({"archive": {
            "version": 1, "program": "bench", "date": "2026-01-01T00:00:00.000Z", "hasSecrets": False,
            "cells": [{"epoch": an_id("epoch", 0), "sequence": 0}]}})

    def line(self, value):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self.sum.update(text)
        self.file.write(text)

    def section(self, documents, slot=None):
        self.number += 1
        self.line({"section": {"number": self.number} | ({} if slot is None else {"slot": slot})})
        for document in documents:
            self.counts[document["collection"]] = self.counts.get(document["collection"], 0) + 1
            self.line({"document": document})
        self.line({"sectionEnd": {"number": self.number, "documents": len(documents), "isKept": True}})

    def end(self):
        self.line({"end": {
            "documents": sum(self.counts.values()), "counts": self.counts, "live": 0,
            "cells": [{"epoch": an_id("epoch", 0), "sequence": 0}]}})
        self.file.write(json.dumps({"sha256": self.sum.hexdigest()}).encode() + b"\n")


def write(archive, teams, persons, standups):
    slots = {}
    for index in range(standups):
        slots.setdefault(uuid.UUID(an_id("standup", index)).int % SLOTS, []).append(index)
    for slot, indices in sorted(slots.items()):
        archive.section([a_meeting(index, slot, teams) for index in indices]
                        + [a_standup(index, teams) for index in indices], slot)
    archive.section(
        [{"collection": "people.teams", "id": team_id(index), "body": {"name": f"Team {index + 1}"}}
         for index in range(teams)]
        + [a_person(index, teams, persons) for index in range(persons + MANY)])
    archive.end()


def attendees(index):
    return [{"id": an_id("attendee", 3 * index + turn), "name": f"Attendee {turn + 1}"} for turn in range(3)]


def a_standup(index, teams):
    team, id_ = team_id(index % teams), an_id("standup", index)
    return {
        "collection": "standups", "id": id_, "team": team, "sortKey": index + 1,
        "body": {"meetings": 1, "lastMeeting": "2026-01-01T09:00:00.000Z", "standup": {
            "id": id_, "title": f"Daily {index + 1}", "durationMs": 300_000, "theme": "bubblegum", "revision": 1, "team": team,
            "attendees": attendees(index)}}}


def a_meeting(index, slot, teams):
    """The past meeting of a standup; its id is in the same slot."""
    id_ = uuid.UUID(an_id("meeting", index)).int
    chance = random.Random(index)
    words = chance.choices(VOCABULARY, k=40)
    words += [COMMON] * (chance.random() < 0.1) + [RARE] * (chance.random() < 0.001)
    transcript = " ".join(words)
    id_ = str(uuid.UUID(int=id_ - id_ % SLOTS + slot))
    return {
        "collection": "meetings", "id": id_, "parent": an_id("standup", index), "team": team_id(index % teams),
        "sortKey": 1_767_258_000_000, "searchText": transcript,
        "body": {"id": id_, "date": "2026-01-01T09:00:00.000Z", "durationMs": 300_000, "ending": "timeUp", "segments": [],
                 "transcript": transcript, "attendees": attendees(index)}}


def a_person(index, teams, persons):
    return {
        "collection": "people", "id": an_id("person", index), "sortKey": index + 1,
        "body": {"id": an_id("person", index), "name": f"Person {index + 1}", "email": f"person{index + 1}@example.com",
                 "identities": [], "teams": [
                     {"team": team_id(team), "role": "member"} for team in teams_of(index, teams, persons)]}}


def workloads(teams, persons):
    """{name: (sender, requests)}; the requests are sent in turn."""
    # The first persons are in one team each. Their pages together exceed the cache of the standups service.
    ones = [an_id("person", index) for index in range(min(teams, persons))]
    many = [an_id("person", persons + index) for index in range(MANY)]

    def ask(target, people, body=lambda _: {}):
        return [{"target": target, "body": body(index), "for": person} for index, person in enumerate(people)]

    def search(word):
        return lambda _: {"query": word}

    # Pages of different sizes are different entries in the cache.
    pages = [{"target": "standups.list", "body": {"limit": 1000 - index}} for index in range(MANY)]
    return {
        "list, person in 1 team": (FOR_PERSON, ask("standups.list", ones)),
        "the same page again, from the cache": (FOR_PERSON, ask("standups.list", ones[:1])),
        "list, person in 64 teams": (FOR_PERSON, ask("standups.list", many)),
        "list, operator": (TOOL, pages),
        "search, word in every 10th meeting, person in 1 team": (FOR_PERSON, ask("standups.search", ones, search(COMMON))),
        "search, word in every 10th meeting, person in 64 teams": (
            FOR_PERSON, ask("standups.search", many, search(COMMON))),
        "search, word in every 10th meeting, operator": (TOOL, [{"target": "standups.search", "body": {"query": COMMON}}]),
        "search, word in every 1000th meeting, person in 1 team": (
            FOR_PERSON, ask("standups.search", ones, search(RARE))),
        "members of the team, first page": (
            FOR_PERSON, ask("teams.members", ones, lambda index: {"id": team_id(index)})),
    }


def measure(bench):
    """{"size": [teams, persons, standups], "latencies": {name: [figures, …]}, …}; empty if it failed."""
    size = QUICK_SIZE if bench.quick else SIZE
    bench.step(f"a large company: {size[0]} teams, {size[1]} persons, {size[2]} standups")
    found = {}
    try:
        with tempfile.TemporaryDirectory(prefix="standups-", dir=bench.scratch.parent) as folder:
            found = _measure(bench, folder, size)
    except OSError as error:
        print(f"  note the large company could not be measured: {error}")
    bench.ratios.absent("a large company: ran", found)
    if found:
        _ask(bench.ratios, found)
    return found


def _memory(environment):
    return {name: round(hands.memory_mb(hands.process(environment, f"{name}-service")) * 2**20)
            for name in ("router", "people")}


def _measure(bench, folder, size):
    keys = principals.Keys(bench, f"{folder}/keys")
    member = keys.add("member", an_id("person", 0))
    archive = f"{folder}/company.gz"
    with gzip.open(archive, "wb", compresslevel=1) as file:
        write(Archive(file), *size)
    found = {"size": size}

    def running():
        return hands.all_services(bench, folder=folder, key=keys.of("operator"), STANDUPS_KEYS=keys.router)

    with running() as (environment, _):
        before = _memory(environment)
        bench.step("a large company: import")
        began = time.monotonic()
        principals.standups(bench, environment, "import", archive, "--existing", "keep", "--timeout", "300s")
        found["importSeconds"] = time.monotonic() - began
    # The services are started again, so that the memory is that of the loaded persons and not that of the import.
    with running() as (environment, ready_ms):
        began = time.monotonic()
        as_member = environment | {"STANDUPS_KEY": member}
        while hands.run(bench, as_member, "call", "standups.list", '{"limit":1}')[1]:
            if time.monotonic() - began > 60:
                raise OSError("the roles of persons are not loaded after 60 s")
        found["readyMs"], found["rolesMs"] = ready_ms, ready_ms + 1000 * (time.monotonic() - began)
        after = _memory(environment)
        found["memory"] = {name: (before[name], after[name]) for name in before}
        found["latencies"] = latencies(bench, environment, keys, size)
    return found


def latencies(bench, environment, keys, size):
    senders = {TOOL: keys.of("operator"), FOR_PERSON: keys.of("gateway")}
    found = {}
    for _ in range(bench.repetitions):
        for name, (sender, requests) in workloads(*size[:2]).items():
            figures = principals.send(
                bench, environment, senders[sender], requests, f"a large company: {name}", 1, 1 if bench.quick else 3)
            if figures:
                found.setdefault(name, []).append(figures)
    return found


def bytes_per_person(found, service):
    before, after = found["memory"][service]
    return (after - before) / (found["size"][1] + MANY)


def _ask(ratios, found):
    for name in ("list, person in 1 team", "list, person in 64 teams"):
        runs = found["latencies"].get(name)
        ratios.absent(f"a large company: {name}", runs)
        if runs:
            ratios.limit(f"a large company: {name}, p99", median(run["p99"] for run in runs) / 1000, MOST_MS, "ms")
    ratios.limit("a large company: memory of the router per person", bytes_per_person(found, "router"), MOST_BYTES, "bytes")


def section(result):
    """Lines of Markdown."""
    if not result or not (result["principals"] or result["company"]):
        return []
    return ["", "## Persons and teams", *_principals(result["principals"]), *_company(result["company"])]


def _principals(rounds):
    if not rounds:
        return []
    rows = []
    for name in rounds:
        get, create = ([turn[part] for turn in rounds[name] if turn[part]] for part in ("get", "create"))
        added = None if name == TOOL else principals.added_us(rounds, name)
        rows.append([
            name, number(median(run["routerUs"] for run in get)), number(added), us(median(run["p50"] for run in create)),
            us(median(run["p99"] for run in create))])
    return ["", "The same commands from several senders, all with keys, in alternating rounds; the figures are medians. CPU is"
                " that of the router for `standups.get` and its reply, with 64 in flight; a durable command is `standups.create`,"
                " one at a time. *Added* is the median of the differences from the tool in the same round.", "",
            table(["sender", "router CPU µs", "added µs", "durable command p50", "p99"], rows)]


def _company(found):
    if not found:
        return []
    teams, persons, standups = map(count, found["size"])
    rows = [[name, *(us(median(run[key] for run in runs)) for key in ("p50", "p99")),
             number(median(run["routerUs"] for run in runs))] for name, runs in found["latencies"].items()]
    memory = [[service, f"{before / 2**20:.1f} MiB", f"{after / 2**20:.1f} MiB", number(bytes_per_person(found, service))]
              for service, (before, after) in found["memory"].items()]
    return ["", f"A large company: {teams} teams, {persons} persons with one or two roles, {MANY} persons with"
                f" {TEAMS_OF_MANY}, and {standups} standups with a past meeting each, filled by the import of an archive in"
                f" {found['importSeconds']:.0f} s. Commands are sent one at a time, with keys, for one person after the other, so"
                " that pages come from the store unless stated otherwise. A list is its first page without a limit, as the"
                " command line requests it: all 100 standups of a team, or up to 1000.", "",
            table(["command", "p50", "p99", "router CPU µs"], rows), "",
            f"After a start of all services, `standups ping` succeeded after {found['readyMs'] / 1000:.2f} s and the first command"
            f" of a person after {found['rolesMs'] / 1000:.2f} s, once the router had loaded all roles. Resident memory after the"
            " start, without and with the persons:", "",
            table(["service", "without", "with", "bytes per person"], memory)]


def limits(bench):
    if not bench.quick:
        return []
    teams, persons, standups = map(count, QUICK_SIZE)
    return [f"With --quick, the large company has only {teams} teams, {persons} persons and {standups} standups."]
