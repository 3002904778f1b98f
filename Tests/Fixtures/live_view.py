"""Types into a live view behind a pseudo-terminal, as a person does.

live_view.py SHELL: the shell is interactive, so that it has jobs. The view is stopped with Ctrl-Z, comes back with
`fg`, and has to take a key at once, without Enter. Says what it saw on standard error, and ends with 0 if all came.
"""
import os
import pty
import select
import signal
import sys
import time

LIMIT = 60


class Terminal:
    def __init__(self, arguments):
        self.seen = ""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ["PS1"] = "READY> "
            os.environ["TERM"] = "xterm"
            os.execvp(arguments[0], arguments)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def read(self, end):
        """What comes next; None where nothing comes until the end, or the terminal is gone."""
        left = end - time.monotonic()
        if left <= 0 or not select.select([self.descriptor], [], [], left)[0]:
            return None
        try:
            return os.read(self.descriptor, 65536).decode(errors="replace")
        except OSError:
            return None

    def wait(self, words):
        """Until the words come; what came before them is gone."""
        end = time.monotonic() + LIMIT
        while words not in self.seen:
            data = self.read(end)
            if data is None:
                why = "The terminal is gone before" if time.monotonic() < end else "In time there is no"
                sys.exit(f"{why} “{words}”: {self.seen[-2000:]!r}")
            self.seen += data
        self.seen = self.seen.split(words, 1)[1]

    def end(self):
        """Lets the shell go by itself: of bash, one in 160 waits for ever if it is hung up just as it reads that."""
        self.type("exit\r")
        end = time.monotonic() + LIMIT
        while self.read(end) is not None:
            pass
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def main():
    shell = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}[sys.argv[1]]
    terminal = Terminal(shell)
    terminal.type("echo HERE''NOW\r")
    terminal.wait("HERENOW")
    terminal.type("standups start Daily --no-record\r")
    terminal.wait("speaker 1 of 3")
    terminal.wait("[n] next")
    terminal.type("\x1a")
    # What is typed before the shell asks may be thrown away.
    terminal.wait("READY> ")
    terminal.type("echo STOPPED''NOW\r")
    terminal.wait("STOPPEDNOW")
    terminal.type("fg\r")
    terminal.wait("[n] next")
    terminal.type("n")
    terminal.wait("speaker 2 of 3")
    terminal.type("q")
    terminal.wait("The meeting continues.")
    terminal.type("echo CODE$?CODE\r")
    terminal.wait("CODE0CODE")
    terminal.end()


main()
