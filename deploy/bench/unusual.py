"""What is told of the timer besides its table: unusual days, and what one would write in its place."""

from ratios import count
from words import TASKS, TIMER_HEADER, of, table, timer_row, us


def extra_timer(results):
    out = []
    rows = []
    for key, name in (("burst", "20 000 start at one moment"), ("crowd", "one meeting of 5000 speakers"),
                      ("restart", "killed and started anew"),
                      ("sharing", "three timers, one killed, one added"),
                      ("storm", "beside a storm of starts")):
        found = results.get(key)
        found = found if isinstance(found, list) else [found]
        if found and found[0]:
            rows.append(timer_row(name, found))
    if rows:
        out += ["", "Unusual days:", "", table(TIMER_HEADER, rows)]
    restarts = results.get("restart")
    if restarts:
        out += ["", f"Killed with {count(restarts[0]['workload']['meetings'])} countdowns, a new timer had"
                f" them back {of(restarts, 'recovery', 'secondsToState') or 0:.2f} s after its start, and"
                f" every tick that was due later than {of(restarts, 'recovery', 'secondsToSchedule'):.2f} s"
                f" after it came; the {count(of(restarts, 'recovery', 'lost'))} ticks of the outage are not"
                " replayed."]
    return (out + shared(results.get("sharing")) + stormed(results.get("storm"))
            + unheard(results.get("million")))


def shared(result):
    if not result:
        return []
    rows = [[f"one {change['kind']}", str(change["timers"]), count(change["mustMove"]),
             count(change["moved"]), count(change["needless"]), f"{change['secondsToHalf']:.2f} s",
             f"{change['secondsToAll']:.2f} s"] for change in result["sharing"]["changes"]]
    return ["", f"Three timers shared {count(result['workload']['meetings'])} meetings by rendezvous; the"
            " tester is their router and finds out about a killed one as a router does, by a heartbeat that"
            " cannot be sent. The time is from the change to the first tick of the new owner, of half and"
            f" of all meetings that moved; {count(result['ticks']['lost'])} of their ticks fell into it.",
            "", table(["change", "timers now", "must move", "moved", "moved needlessly", "half after",
                       "all after"], rows)]


def stormed(result):
    if not result:
        return []
    storm = result["commands"]["storm"]
    refused = ", ".join(f"{count(n)} as `{code}`" for code, n in sorted(storm["refused"].items()))
    return ["", f"A storm: {count(storm['sent'])} starts in one go beside"
            f" {count(result['workload']['meetings'])} meetings, to a timer that takes fewer:"
            f" {count(storm['done'])} were taken and {refused or 'none'} refused, the last answered after"
            f" {us(storm['latency']['max'])}. The ticks of the others came with p99"
            f" {us(result['lateness']['p99'])} and at most {us(result['lateness']['max'])}."]


def unheard(result):
    if not result or not result.get("process"):
        return []
    process = result["process"]
    ramp = result["ramp"]
    started = f"{ramp['seconds']:.1f} s" if ramp.get("seconds") else f"{count(ramp['unanswered'])} were not"
    return ["", "Meetings that nobody hears, measured when all were started: while nobody subscribes to any"
            " tick, none is due, and the timer only waits for the next speaker's turn.", "",
            table(["meetings", "all started after", "resident", "bytes per meeting", "of a core, idle"], [[
                count(result["workload"]["meetings"]), started,
                f"{process['residentBytesBefore'] / 2**20:.0f} MiB",
                count(process.get("bytesPerMeeting")), f"{100 * process['cpuShare']:.2f} %"]])]


def tasks(results):
    """What is told of one task for each meeting, besides its rows."""
    runs = (results.get("naive") or {}).get(TASKS)
    if not runs:
        return []
    lost, due = of(runs, "ticks", "lost"), of(runs, "ticks", "expected")
    meetings = runs[0]["workload"]["meetings"]
    return ["",
            "*One `Task` each* is what one would write first: a task for each meeting that sleeps for a"
            f" second and encodes its event with `JSONEncoder`. That ours takes a tenth of its CPU is asked for at"
            f" {count(meetings)} meetings, about what it can carry on two cores: with 30 000 its ticks came 50 ms late"
            f" in the median when this was tried. With {count(meetings)} it lost {count(lost)} of {count(due)}"
            " ticks. With fewer, waking up is a larger part of what a tick costs, here and there; that ratio is"
            " shown and not asked for."]
