"""scripts/profile attributes CPU time to threads and to parts of the path."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import program

profile = program("profile")

# Output of `perf script -F comm,pid,tid,ip,sym,dso --no-demangle`.
SCRIPT = """\
router   100/100
\t    ffffffff8123 do_syscall_64 ([kernel.kallsyms])
\t    7f0000000010 zmq_msg_send (/usr/lib/x86_64-linux-gnu/libzmq.so.5.2.4)

router   100/100
\t    7f0000000020 malloc (/usr/lib/x86_64-linux-gnu/libc.so.6)
\t    7f0000000030 swift_allocObject (/opt/swift/libswiftCore.so)
\t    55550000a000 $s9Documents14ChangesDecidedV4read4fromACSg8FastJSON10JSONReaderVz_tFZ+0x20 (/bin/router-service)
\t    55550000b000 $s11Composition11IntegrationV4bindyyF (/bin/router-service)

router   100/100
\t    7f0000000020 free (/usr/lib/x86_64-linux-gnu/libc.so.6)
\t    55550000b000 $s11Composition11IntegrationV4bindyyF+0x8 (/bin/router-service)

ZMQbg/IO/0   100/101
\t    7f0000000040 zmq::mailbox_t::recv(zmq::command_t*, int) (/usr/lib/x86_64-linux-gnu/libzmq.so.5.2.4)

store 200/202
\t    7f0000000050 sqlite3VdbeExec (/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6)

store 200/202
\t    7f0000000060 memcpy (/usr/lib/x86_64-linux-gnu/libc.so.6)

other 300/300
\t    55550000c000 main (/bin/other)
"""


# Imitates standups-load: it starts three services, and reports on them once they were measured.
FAKE_LOAD = """#!/usr/bin/env python3
import json, pathlib, subprocess, sys
names = ["router", "persistence", "standups"]
children = [subprocess.Popen([pathlib.Path(__file__).parent / f"{name}-service", "60"]) for name in names]
with open(pathlib.Path(__file__).parent / "measured", "rb", buffering=0) as measured:
    measured.read(1)
for child in children:
    child.kill()
    child.wait()
part = {"part": "create", "window": 8, "perSecond": 100.0, "cpuUs": {name: 10.0 for name in names}}
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text(json.dumps({"parts": [part]}))
"""


class ProfileTests(unittest.TestCase):
    def counted(self) -> dict[int, object]:
        services = {100: profile.Service("router", 40.0), 200: profile.Service("persistence", 20.0)}
        profile.add(services, profile.samples(SCRIPT.splitlines()))
        return services

    def test_samples_have_their_thread_and_their_frames(self) -> None:
        found = list(profile.samples(SCRIPT.splitlines()))
        self.assertEqual([sample.pid for sample in found], [100, 100, 100, 100, 200, 200, 300])
        self.assertEqual(found[3].thread, "ZMQbg/IO/0")
        self.assertEqual(
            found[2].frames,
            (("free", "/usr/lib/x86_64-linux-gnu/libc.so.6"),
             ("$s11Composition11IntegrationV4bindyyF", "/bin/router-service")))  # fmt: skip

    def test_a_function_of_the_runtime_counts_for_the_part_that_called_it(self) -> None:
        services = self.counted()
        self.assertEqual(services[100].parts["router"], {"kernel": 1, "JSON": 1, "binding": 1})
        self.assertEqual(services[100].parts["ZMQbg/IO/0"], {"libzmq": 1})
        self.assertEqual(services[200].parts["store"], {"store": 1, "rest": 1})

    def test_modules_are_read_from_mangled_names(self) -> None:
        self.assertEqual(profile.module("$s9BusRouter10RouterCoreV4pass"), "BusRouter")
        self.assertIsNone(profile.module("zmq_poll"))
        parts = {
            "$s8FastJSON10JSONWriterV4openyyF": "JSON", "$s3Bus8HeadScanVySo": "bus", "$s3Bus4PeerC4postyyF": "bus",
            "$s13RouterService11StoreAccessV6commityyF": "binding", "$s15StandupsService0A9ReductionV4takeyyF": "decision",
            "$s18PersistenceService12SQLiteWriterC5writeyyF": "store", "$s14PersistenceAPI6CommitV5write2toyyF": "JSON",
            "main": "rest",
        }  # fmt: skip
        for symbol, part in parts.items():
            self.assertEqual(profile.part_of_frame(symbol, "/bin/router-service"), part, symbol)

    def test_the_table_divides_the_time_of_a_command(self) -> None:
        lines = list(profile.table(list(self.counted().values()), profile.PARTS))
        router, thread = lines[1].split(), lines[2].split()
        # Four samples stand for 40 µs.
        self.assertEqual(router[:2], ["router", "40.0"])
        self.assertEqual(router[2:], ["10.0", "10.0", "10.0", "0.0", "10.0", "0.0", "0.0", "0.0"])
        self.assertEqual(thread[:2], ["router", "30.0"])
        self.assertEqual(lines[-1].split()[:3], ["all", "services", "60.0"])

    def test_without_samples_threads_are_divided_into_program_and_kernel(self) -> None:
        service = profile.Service("router", 30.0)
        before = {1: ("router", 1.0, 1.0, 100, 10)}
        after = {1: ("router", 2.0, 1.5, 300, 20), 2: ("ZMQbg/IO/0", 0.0, 1.5, 50, 5)}
        profile.count_threads(service, before, after, commands=100, with_time=True)
        self.assertEqual(service.parts, {"router": {"program": 1.0, "kernel": 0.5}, "ZMQbg/IO/0": {"program": 0, "kernel": 1.5}})
        self.assertEqual(service.switches, (2.5, 0.15))
        lines = list(profile.table([service], ["program", "kernel"]))
        self.assertEqual(lines[1].split(), ["router", "30.0", "10.0", "20.0"])

    def test_threads_of_this_process_are_read(self) -> None:
        found = profile.threads(os.getpid())
        self.assertIn(os.getpid(), found)
        name, program_seconds, kernel_seconds, waits, interruptions = found[os.getpid()]
        self.assertTrue(name)
        self.assertGreaterEqual(program_seconds + kernel_seconds, 0)
        self.assertGreaterEqual(waits + interruptions, 0)

    def test_a_report_names_what_is_missing_without_perf(self) -> None:
        service = profile.Service("router", 30.0)
        profile.count_threads(service, {}, {1: ("router", 1.0, 0.5, 3, 1)}, commands=1, with_time=True)
        measured = {"part": "create", "window": 64, "perSecond": 7000.4, "cpuUs": {"router": 30.0}}
        text = "\n".join(profile.show(measured, [service], has_samples=False, top=3))
        self.assertIn("create, 64 in flight: 7,000 commands per second, 30.0 µs of CPU time each", text)
        self.assertIn("router: 3.00 waits and 1.00 interruptions of threads per command", text)
        self.assertIn("apt-get install linux-perf", text)

    def test_figures_are_written_for_a_comparison(self) -> None:
        measured = {"part": "create", "window": 64, "perSecond": 7000.0, "cpuUs": {"router": 40.0, "persistence": 20.0}}
        found = profile.as_json(measured, list(self.counted().values()))
        self.assertEqual(found["services"]["router"]["threads"]["ZMQbg/IO/0"], {"libzmq": 10.0})
        self.assertEqual(found["services"]["persistence"]["cpuUs"], 20.0)

    def test_a_load_without_perf_is_profiled_by_thread(self) -> None:
        with tempfile.TemporaryDirectory() as text, contextlib.redirect_stdout(io.StringIO()) as output:
            folder = Path(text)
            for name in ("router", "persistence", "standups"):
                # A copy, because the services are found by the names of their files.
                shutil.copy(shutil.which("sleep") or "", folder / f"{name}-service")
            (folder / "standups-load").write_text(FAKE_LOAD, encoding="utf-8")
            (folder / "standups-load").chmod(0o755)
            figures = folder / "figures.json"
            read, calls = profile.threads, itertools.count(1)

            os.mkfifo(folder / "measured")
            # Open for both directions, so that opening it never waits.
            measured = os.open(folder / "measured", os.O_RDWR)
            self.addCleanup(os.close, measured)

            def threads(pid: int) -> dict[int, tuple[str, float, float, int, int]]:
                found = read(pid)
                # Each of the three services is read before and after the measurement.
                if next(calls) == 6:
                    os.write(measured, b"\n")
                return found

            with (
                mock.patch.object(profile, "WARM_UP", 0.0), mock.patch.object(profile, "threads", threads),
                mock.patch.object(profile.shutil, "which", return_value=None),
            ):  # fmt: skip
                status = profile.main(
                    ["commands", "--seconds", "0.1", "--in-flight", "8", "--programs", text, "--json", str(figures)])
            self.assertEqual(status, 0)
            found = json.loads(figures.read_text(encoding="utf-8"))
        self.assertEqual(set(found["services"]), {"router", "persistence", "standups"})
        self.assertEqual(list(found["services"]["router"]["threads"]), ["router-service"])
        self.assertIn("create, 8 in flight: 100 commands per second, 30.0 µs of CPU time each", output.getvalue())

    def test_wrong_calls_and_missing_programs_have_their_exit_status(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as errors:
            with contextlib.redirect_stdout(io.StringIO()) as help_text:
                self.assertEqual(profile.main([]), 64)
                self.assertEqual(profile.main(["--help"]), 0)
            self.assertEqual(profile.main(["router"]), 64)
            self.assertEqual(profile.main(["commands", "--programs", folder]), 69)
        self.assertIn("scripts/profile commands", help_text.getvalue())
        self.assertIn(f"{Path(folder) / 'standups-load'} is missing.", errors.getvalue())


if __name__ == "__main__":
    unittest.main()
