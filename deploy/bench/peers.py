"""Other brokers with the same work: 300 bytes over loopback TCP, with their own clients."""

import json
import shutil
import socket
import subprocess
import time

from ratios import median


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def nats(port, scratch):
    return ["nats-server", "--addr", "127.0.0.1", "--port", str(port)]


def redis(port, scratch):
    return ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no",
            "--client-output-buffer-limit", "pubsub", "0", "0", "0", "--dir", str(scratch)]


def mosquitto(port, scratch):
    configuration = scratch / "mosquitto.conf"
    configuration.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n")
    return ["mosquitto", "-c", str(configuration)]


PEERS = [("mosquitto", "peer-mosquitto", mosquitto), ("nats-server", "peer-nats", nats),
         ("redis", "peer-redis", redis)]
PROGRAMS = {"redis": "redis-server"}


def cpu(pid):
    """CPU seconds of a process so far."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def program(name):
    """Path of a server; many servers are only in root's PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def wait_for(port, process):
    for _ in range(200):
        if process.poll() is not None:
            return False
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.05)
    return False


def measure(bench):
    """[{name, part, perSecond, cpuSecondsPerMillion, p50, p99}, …]"""
    found = []
    for name, client, command in PEERS:
        server = program(PROGRAMS.get(name, name))
        path = bench.floors / client
        if not server or not path.exists():
            continue
        bench.step(f"bus: {name}")
        port = free_port()
        words = command(port, bench.scratch)
        broker = subprocess.Popen([server, *words[1:]], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        try:
            if wait_for(port, broker):
                found += parts(bench, name, path, port, broker.pid)
        finally:
            broker.terminate()
            broker.wait()
    return found


def parts(bench, name, path, port, pid):
    results = []
    seconds = "1" if bench.quick else "2"
    for part in ("single", "pipelined", "events", "fanOut"):
        runs = []
        for _ in range(bench.repetitions):
            before = cpu(pid)
            try:
                run = subprocess.run([str(path), str(port), part, seconds, "300"], capture_output=True, check=False,
                                     text=True, timeout=60)
                result = json.loads(run.stdout)
            except (subprocess.TimeoutExpired, ValueError):
                continue
            if result.get("messages"):
                result["cpu"] = (cpu(pid) - before) / result["messages"] * 1e6
                runs.append(result)
        if runs:
            results.append({
                "name": name, "part": part, "perSecond": median(r["perSecond"] for r in runs),
                "cpuSecondsPerMillion": median(r["cpu"] for r in runs),
                "p50": median(r.get("p50") for r in runs), "p99": median(r.get("p99") for r in runs)})
    return results
