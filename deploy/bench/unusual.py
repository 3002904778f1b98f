"""The timer's results outside the main table: unusual loads, and the naive implementation."""

from ratios import count
from words import TASKS, TIMER_HEADER, of, table, timer_row, us


def extra_timer(results):
    out = []
    rows = []
    for key, name in (("burst", "20 000 simultaneous starts"), ("crowd", "one meeting of 5000 speakers"),
                      ("restart", "killed and restarted"),
                      ("sharing", "three timers, one killed, one added"),
                      ("storm", "during a storm of starts")):
        found = results.get(key)
        found = found if isinstance(found, list) else [found]
        if found and found[0]:
            rows.append(timer_row(name, found))
    if rows:
        out += ["", "Unusual loads:", "", table(TIMER_HEADER, rows)]
    restarts = results.get("restart")
    if restarts:
        out += ["", f"Killed with {count(restarts[0]['workload']['meetings'])} countdowns, a restarted timer"
                f" had them again {of(restarts, 'recovery', 'secondsToState') or 0:.2f} s after its start, and"
                f" every tick that was due more than {of(restarts, 'recovery', 'secondsToSchedule'):.2f} s"
                f" after its start arrived; the {count(of(restarts, 'recovery', 'lost'))} ticks of the outage are"
                " not replayed."]
    return (out + shared(results.get("sharing")) + stormed(results.get("storm"))
            + unheard(results.get("million")))


def shared(result):
    if not result:
        return []
    rows = [[f"one {change['kind']}", str(change["timers"]), count(change["mustMove"]),
             count(change["moved"]), count(change["needless"]), f"{change['secondsToHalf']:.2f} s",
             f"{change['secondsToAll']:.2f} s"] for change in result["sharing"]["changes"]]
    return ["", f"Three timers shared {count(result['workload']['meetings'])} meetings by rendezvous hashing;"
            " the tester acts as their router and, like a router, detects a killed timer by a heartbeat that cannot"
            " be sent. The times are from the change until half of the moved meetings, and until all of them, receive a"
            f" tick from their new owner; {count(result['ticks']['lost'])} of their ticks were lost in the meantime.",
            "", table(["change", "timers now", "must move", "moved", "moved unnecessarily", "half within",
                       "all within"], rows)]


def stormed(result):
    if not result:
        return []
    storm = result["commands"]["storm"]
    refused = ", ".join(f"{count(n)} rejected as `{code}`" for code, n in sorted(storm["refused"].items()))
    return ["", f"A storm: {count(storm['sent'])} simultaneous starts in addition"
            f" to {count(result['workload']['meetings'])} meetings, sent to a timer with a lower limit:"
            f" {count(storm['done'])} were accepted, {refused or 'none rejected'}; the last reply arrived after"
            f" {us(storm['latency']['max'])}. The ticks of the other meetings were late by"
            f" {us(result['lateness']['p99'])} (p99) and {us(result['lateness']['max'])} (max)."]


def unheard(result):
    if not result or not result.get("process"):
        return []
    process = result["process"]
    ramp = result["ramp"]
    started = f"{ramp['seconds']:.1f} s" if ramp.get("seconds") else f"{count(ramp['unanswered'])} were not"
    return ["", "Meetings without subscribers, measured after all had started: without a"
            " subscription, no ticks are due, and the timer waits only for the next speaker's turn.", "",
            table(["meetings", "all started after", "resident memory", "bytes per meeting", "share of a core, idle"], [[
                count(result["workload"]["meetings"]), started,
                f"{process['residentBytesBefore'] / 2**20:.0f} MiB",
                count(process.get("bytesPerMeeting")), f"{100 * process['cpuShare']:.2f} %"]])]


def tasks(results):
    """Remarks on the implementation with one task for each meeting, in addition to its rows."""
    runs = (results.get("naive") or {}).get(TASKS)
    if not runs:
        return []
    lost, due = of(runs, "ticks", "lost"), of(runs, "ticks", "expected")
    meetings = runs[0]["workload"]["meetings"]
    return ["",
            "*One `Task` each* is the naive implementation: a task per meeting that sleeps for a"
            f" second and encodes its event with `JSONEncoder`. The target is a tenth of its CPU time at"
            f" {count(meetings)} meetings, which is about its limit on two cores: with 30 000 meetings its median tick was"
            f" 50 ms late in one trial. With {count(meetings)} it lost {count(lost)} of {count(due)} ticks. With fewer"
            " meetings, wake-ups account for more of the cost of a tick in both implementations, so that ratio is"
            " shown without a target."]
