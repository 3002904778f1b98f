"""Firefox and WebKit, driven with the commands of WebDriver.

Firefox understands them without a driver, by its protocol Marionette; WebKitGTK's driver, by HTTP
(https://www.w3.org/TR/webdriver2/). Playwright has builds of its own of both, which are not those of Debian.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

#: Key of a reference to an element.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: Maximum wait for a browser to start, or to do a command, in seconds; generous, as the machine may be busy.
MAX_WAIT = 120
#: Method and path of each command of WebDriver that is used here.
ROUTES = {
    "Navigate": ("POST", "/url"), "ExecuteScript": ("POST", "/execute/sync"), "ElementClick": ("POST", "/element/{id}/click"),
    "ElementSendKeys": ("POST", "/element/{id}/value"), "NewWindow": ("POST", "/window/new"), "SwitchToWindow": ("POST", "/window"),
    "GetWindowHandle": ("GET", "/window"), "GetCurrentURL": ("GET", "/url"), "SetWindowRect": ("POST", "/window/rect"),
    "GetWindowHandles": ("GET", "/window/handles"),
}


class Failed(Exception):
    """A browser rejected a command."""


def until(condition, what):
    """Returns the first true value of a condition."""
    end = time.monotonic() + MAX_WAIT
    while not (value := condition()):
        if time.monotonic() > end:
            raise Failed(f"Never: {what}")
        # Sleeps because a browser does not report a change of a page.
        time.sleep(0.02)
    return value


class Engine:
    """A browser with a profile of its own."""

    #: The program, others that it needs, and those without which it processes no sound.
    program, others, sound = "", (), ()

    def __init__(self):
        self.ending = contextlib.ExitStack()
        self.profile = pathlib.Path(self.ending.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        self.environment = {"HOME": str(self.profile), "PATH": os.environ["PATH"], "TMPDIR": str(self.profile), "LANG": "C.UTF-8",
                            "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @classmethod
    def missing(cls, *more):
        """Returns the programs of this browser, and of more, that are not installed."""
        return [each for each in (cls.program, *cls.others, *more) if not shutil.which(each)]

    def start(self):
        raise NotImplementedError

    def do(self, name, **parameters):
        """Performs a command, and returns its result."""
        raise NotImplementedError

    def run(self, *command, environment=None, **options):
        """Starts a program, which ends with this browser and with these tests, together with the programs that it starts."""
        process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *command], env=environment or self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **options)

        def end():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.ending.callback(end)
        return process

    def close(self):
        self.ending.close()

    # Pages

    def go(self, url):
        self.do("Navigate", url=url)

    def url(self):
        return self.do("GetCurrentURL")

    def value(self, script, *arguments):
        return self.do("ExecuteScript", script=script, args=list(arguments))

    def holds(self, expression, *arguments):
        """Waits until an expression is true."""
        return until(lambda: self.value(f"return {expression}", *arguments),
                     f"{expression} {arguments}; the page shows: {self.value('return location.pathname + document.body.innerText')!r}")

    def act(self, command, expression, name, **parameters):
        """Performs a command on the element that an expression finds; finds it again if the page has replaced it meanwhile."""
        def perform():
            found = self.holds(expression, name)
            try:
                self.do(command, id=found[ELEMENT], **parameters)
            except Failed as error:
                # Ignored because nothing was done.
                if "stale element" not in str(error) and "no such element" not in str(error):
                    raise
                return False
            return True
        until(perform, f"{command} {name}")

    def press(self, name):
        """Clicks the visible link or button with this name, or the given beginning of it."""
        self.act("ElementClick", """[...document.querySelectorAll('a, button')].filter((it) => it.offsetParent !== null && !it.disabled
          && (it.getAttribute('aria-label') ?? it.innerText).trim().startsWith(arguments[0])).pop() ?? null""", name)

    def type(self, selector, text):
        self.act("ElementSendKeys", "document.querySelector(arguments[0])", selector, text=text)

    def resize(self, width, height):
        """Gives the page a size, which is that of the window without the frame of the browser."""
        def fits():
            inside, outside = self.value("return [[innerWidth, innerHeight], [outerWidth, outerHeight]]")
            if inside == [width, height]:
                return True
            self.do("SetWindowRect", width=outside[0] + width - inside[0], height=outside[1] + height - inside[1])
            return False
        until(fits, f"a page of {width} x {height}")

    def tab(self, url):
        """Opens a window with an address, and returns the windows: the earlier one and the new one."""
        first = self.do("GetWindowHandle")
        # Each in the foreground, because a page in the background is not drawn.
        second = self.do("NewWindow", type="window")["handle"]
        self.show(second)
        self.go(url)
        return first, second

    def phone(self, url, width=390, height=844):
        """Opens an address in a window of the size of a phone. Only a window without bars becomes so narrow."""
        before = self.do("GetWindowHandles")
        self.value("window.open('about:blank', '', `popup,width=${arguments[0]},height=${arguments[1]}`)", width, height)
        [window] = until(lambda: [each for each in self.do("GetWindowHandles") if each not in before], "the window opens")
        self.show(window)
        self.resize(width, height)
        self.go(url)

    def show(self, window):
        self.do("SwitchToWindow", handle=window)


class Firefox(Engine):
    program, sound = "firefox-esr", ("pulseaudio",)

    def start(self):
        # No requests but those of the page, and a free port.
        settings = {"marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
                    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
                    "services.settings.server": "data:,", "toolkit.telemetry.enabled": False, "browser.shell.checkDefaultBrowser": False,
                    # Scroll bars as on a phone, windows that a test opens, and a microphone with a tone, without a question.
                    "ui.useOverlayScrollbars": 1, "dom.disable_open_during_load": False,
                    "media.navigator.streams.fake": True, "media.navigator.permission.disabled": True}
        (self.profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()),
                                              encoding="utf-8")
        if not self.missing(*self.sound):
            self.start_sound()
        self.run(self.program, "--headless", "--marionette", "--no-remote", "--profile", str(self.profile))
        port = self.profile / "MarionetteActivePort"
        self.socket = socket.create_connection(("127.0.0.1", int(until(lambda: port.exists() and port.read_text(), "Firefox listens"))), MAX_WAIT)
        self.ending.callback(self.socket.close)
        self.stream = self.ending.enter_context(self.socket.makefile("rb"))
        self.read()
        self.number = 0
        self.do("NewSession")

    def start_sound(self):
        """Starts a sound server without a device. Without a server, Firefox processes no sound at all."""
        place = self.profile / "sound"
        self.run(*self.sound, "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--load=module-null-sink",
                 f"--load=module-native-protocol-unix socket={place} auth-anonymous=1")
        until(place.exists, "the sound server listens")
        self.environment["PULSE_SERVER"] = f"unix:{place}"

    def read(self):
        """Reads one message: its length in bytes, a colon, and JSON."""
        length = b""
        while (byte := self.stream.read(1)) not in (b":", b""):
            length += byte
        return json.loads(self.stream.read(int(length)))

    def do(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, f"WebDriver:{name}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.read()
        if error:
            raise Failed(f"{name}: {error['error']}: {error['message']}")
        return result["value"] if list(result or {}) == ["value"] else result


class WebKit(Engine):
    program, others = "WebKitWebDriver", ("Xvfb",)

    #: The browser, which is in the package of the library.
    browser = "/usr/lib/{}/webkit2gtk-4.1/MiniBrowser"

    def start(self):
        reading, writing = os.pipe()
        with open(reading, encoding="ascii") as display:
            self.run("Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp", pass_fds=[writing])
            os.close(writing)
            self.environment["DISPLAY"] = f":{display.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.run(self.program, f"--port={port}")
        until(self.is_ready, "WebKitWebDriver listens")
        libraries = f"{os.uname().machine}-linux-gnu"
        switches = ("automation", "enable-media-stream=true", "enable-mock-capture-devices=true", "javascript-can-open-windows-automatically=true")
        options = {"binary": self.browser.format(libraries), "args": [f"--{each}" for each in switches]}
        session = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.base += f"/session/{session['sessionId']}"
        self.ending.callback(self.leave)

    def leave(self):
        """Lets the driver end the browser and the processes that belong to it."""
        # Ignored because all of them are killed then.
        with contextlib.suppress(Failed, OSError):
            self.send("DELETE", "")

    def is_ready(self):
        try:
            return self.send("GET", "/status")["ready"]
        except OSError:
            # Ignored because the driver is still starting.
            return False

    def send(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=MAX_WAIT) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise Failed(f"{path}: {error.read().decode()[:500]}") from None

    def do(self, name, **parameters):
        method, path = ROUTES[name]
        return self.send(method, path.format(**parameters), parameters)
