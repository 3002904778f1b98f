"""The results of the whole system: durable commands, alternative stores, and reads."""

import hands
import morning
import speech
from commands import BATCHES, COST_TURNS, FLOOR, OURS, PEERS, READS, STORE, WINDOWS
from ratios import count, median
from words import number, table, us


def section(result, folder=None):
    """Returns lines of Markdown; writes plots to the directory."""
    if not result:
        return []
    out = ["", "## The whole system", "",
           "Each command creates a standup: its document, its event and its entry in the idempotency store, about 350"
           f" bytes each. All stores were on {result['fileSystem'] or 'one file system'}, each with a new database. CPU time is that of the services or"
           " of the server per command, without the client. The C baseline does the work of router, standups and"
           " persistence in three processes; the raw store is SQLite alone, in one process, with the same tables and"
           " statements. The alternatives store the same data over a local socket (JetStream over loopback TCP); they only"
           " store, and neither route nor decide. With 64 in flight, commands share a pool of 16 connections to PostgreSQL.", "",
           table(["what", "in flight", "per s", "p50", "p99", "CPU µs", "on disk"], rows(result["turns"]))]
    split = services(result["turns"])
    if split:
        out += ["", "CPU by service, in µs per command:", "",
                table(["", "in flight", "router", "persistence", "standups"], split)]
    return (out + reads(result["turns"]) + morning.section(result["morning"], folder)
            + hands.section(result["hands"])
            + speech.section(result["speech"])
            + costs(result["costs"]))


def of(turns, name, part, *figure):
    values = []
    for turn in turns:
        value = turn.get(name, {}).get(part)
        for key in figure:
            value = None if value is None else value.get(key)
        values.append(value)
    return median(values)


def row(turns, name, part, *words):
    return [*words, count(of(turns, name, part, "perSecond")), us(of(turns, name, part, "p50")),
            us(of(turns, name, part, "p99")), number(of(turns, name, part, "cpuUs"))]


def has(turns, name, part):
    return of(turns, name, part, "perSecond") is not None


def rows(turns):
    found = []
    for name in (OURS, FLOOR):
        found += [row(turns, name, f"create/{window}", name, str(window)) + ["before the reply"]
                  for window in WINDOWS if has(turns, name, f"create/{window}")]
    for batch in BATCHES:
        if has(turns, STORE, f"batch/{batch}"):
            found.append(row(turns, STORE, f"batch/{batch}", STORE, f"batches of {batch}") + ["before the reply"])
    for peer in PEERS:
        found += [row(turns, peer.name, f"create/{window}", peer.name, str(window)) + [peer.when]
                  for window in WINDOWS if has(turns, peer.name, f"create/{window}")]
    return found


def services(turns):
    return [[name, str(window)] + [number(of(turns, name, f"create/{window}", "services", service))
                                   for service in ("router", "persistence", "standups")]
            for name in (OURS, FLOOR) for window in WINDOWS if has(turns, name, f"create/{window}")]


def reads(turns):
    found = [row(turns, OURS, f"{part}/{window}", name, str(window))
             for part, name in READS.items() for window in WINDOWS if has(turns, OURS, f"{part}/{window}")]
    if not found:
        return []
    return ["", "Reads through all services:", "",
            table(["what", "in flight", "per s", "p50", "p99", "CPU µs"], found)]


def costs(found):
    if not found:
        return []
    whole, parts = found[-1], sorted(found[:-1], key=lambda cost: -cost["cpuUs"])
    return ["", f"Cost of each part of the raw store, in batches of 64: with all parts, a command takes {number(whole['us'])} µs,"
            f" uses {number(whole['cpuUs'])} µs of CPU time and writes {whole['pages']:.2f} pages to the log; the table"
            f" shows how much each part contributes. The figures are medians of {COST_TURNS} runs, each paired"
            " with a run that has all parts; parts that standups do not use, such as meetings and search, show the"
            " measurement noise.", "",
            table(["part", "µs", "CPU µs", "pages"],
                  [[cost["part"], f"{cost['us']:.1f}", f"{cost['cpuUs']:.1f}", f"{cost['pages']:.2f}"]
                   for cost in parts])]


def limits(result):
    """Limits that a reader has to know."""
    if not result:
        return []
    texts = [f"commands, {text}; skipped." for text in result["missing"]]
    if result["fileSystem"] in ("tmpfs", "ramfs"):
        texts.append("Durable commands were measured in memory, where nothing is durable; set TMPDIR to a directory"
                     " on a disk.")
    if not result["costs"]:
        texts.append("The cost of each part of the raw store is measured only without --quick.")
    return texts
