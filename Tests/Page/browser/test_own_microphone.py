"""Own microphones of two people in one meeting: consent, speech without silence, mute, and the room's microphone."""
import math
import pathlib
import random
import struct
import tempfile
import wave
from itertools import pairwise

from harness import NARROW, WIDE, PageTest
from test_live import HIDDEN, LINES, NAMES, SIZES

#: Deletes the stored audio, as if all of it were settled.
CLEAR = """() => new Promise((done, failed) => {
  const open = indexedDB.open('standups-sound');
  open.onerror = failed;
  open.onsuccess = () => {
    const change = open.result.transaction('pieces', 'readwrite');
    change.objectStore('pieces').clear();
    change.oncomplete = () => { open.result.close(); done(); };
  };
})"""


def speech(path, parts):
    """Writes noise of a length in seconds and a loudness in decibels for each part."""
    chance = random.Random(1)
    with wave.open(str(path), "wb") as target:
        target.setparams((1, 2, 48_000, 0, "NONE", "not compressed"))
        for seconds, decibels in parts:
            peak = 32_768 * math.sqrt(3) * 10 ** (decibels / 20)
            target.writeframes(b"".join(struct.pack("<h", int(max(-32_768, min(32_767, peak * chance.uniform(-1, 1)))))
                                        for _ in range(int(seconds * 48_000))))


class OwnMicrophoneTest(PageTest):
    """The fake microphone repeats two seconds of silence and one of speech."""

    needs_memory = True

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name) / "said.wav"
        speech(path, [(2, -75), (1, -20)])
        # As browsers do it: without a gesture, a page may process sound only while it records.
        cls.arguments = ["--autoplay-policy=document-user-activation-required", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={path}"]
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def meeting(self):
        """A meeting of the two persons: its id, and the path at which it is shown."""
        standup = self.standup(persons=self.persons())
        return self.meet(standup), f"/standups/{standup['id']}/record"

    def speaking(self):
        """A meeting with the person who is logged in, whose microphone is on and has sent speech."""
        live, place = self.meeting()
        page, person = self.open(place, self.context(permissions=["microphone"])), self.persons()[0]
        self.turn_on(page)
        self.until(page, lambda: self.sent(live, person), "no speech was sent")
        return live, page, person

    def last(self, live, person):
        """The offset of the last piece that was sent."""
        return max(each["offset"] for each in self.sent(live, person))

    def turn_on(self, page):
        page.get_by_role("button", name="Use my microphone").click()
        dialog = page.get_by_role("dialog", name="Use your microphone?")
        dialog.get_by_text("transcribed under your name").wait_for()
        dialog.get_by_role("button", name="Turn on my microphone").click()
        page.get_by_text("Your microphone is on", exact=True).wait_for()

    def test_two_people_send_their_speech_and_no_silence(self):
        live, place = self.meeting()
        one = self.open(place, self.context(size=NARROW, permissions=["microphone"]), size=NARROW)
        two = self.open(place, self.other(permissions=["microphone"]))
        self.turn_on(one)
        self.turn_on(two)
        for person in self.persons():
            self.until(one, lambda person=person: sum(bool(each.get("endsSpeech")) for each in self.sent(live, person)) >= 2, "no speech was sent")
            pieces = sorted({(each["offset"], each["count"]) for each in self.sent(live, person)})
            holes = [start - (before + count) for (before, count), (start, _) in pairwise(pieces)]
            self.assertTrue(any(hole > 8_000 for hole in holes), "silence was sent")
        self.assertEqual(self.sent(live), [], "the room's microphone is off")
        self.axe(one, "own microphone")
        self.picture(one, "own-microphone-390")
        self.picture(two, "own-microphone")
        one.get_by_role("button", name="Turn off").click()
        one.get_by_role("button", name="Use my microphone").wait_for()
        two.get_by_text("Your microphone is on", exact=True).wait_for()
        self.quiet()

    def test_a_muted_microphone_sends_nothing_until_a_key_is_held(self):
        live, page, person = self.speaking()
        page.keyboard.press("m")
        page.get_by_text("You are muted", exact=True).wait_for()
        page.get_by_text("You are muted. Unmute, or hold T to talk.").wait_for()
        page.wait_for_timeout(1000)
        count = self.last(live, person)
        page.wait_for_timeout(4000)
        self.assertEqual(self.last(live, person), count, "a muted microphone sent audio")
        page.keyboard.down("t")
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.until(page, lambda: self.last(live, person) > count, "nothing was sent")
        page.keyboard.up("t")
        page.get_by_text("You are muted", exact=True).wait_for()
        self.quiet()

    def test_speech_outlives_an_outage_and_a_reload(self):
        live, page, person = self.speaking()
        self.tell("away", isAway=True)
        page.get_by_text("Audio is saved here").wait_for()
        before = self.last(live, person)
        # The fake microphone speaks at least once in this time.
        page.wait_for_timeout(4500)
        self.tell("away", isAway=False)
        self.tell("silence")
        page.reload()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.until(page, lambda: any(before < each["offset"] < before + 5 * 16_000 for each in self.sent(live, person)), "the speech was lost")
        self.until(page, lambda: self.last(live, person) > before + 6 * 16_000, "it did not go on")
        self.quiet()

    def test_a_reload_keeps_it_on_in_this_tab_only(self):
        live, page, person = self.speaking()
        page.keyboard.press("m")
        page.get_by_text("You are muted", exact=True).wait_for()
        page.evaluate(CLEAR)
        count = self.last(live, person)
        page.reload()
        page.get_by_text("You are muted", exact=True).wait_for()
        self.assertEqual(page.get_by_role("dialog").count(), 0)
        page.keyboard.press("m")
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.until(page, lambda: self.last(live, person) > count, "nothing was sent after the reload")
        # Another tab, and a copy of this one, which has its session storage.
        page.context.add_init_script("""
          const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (wanted) => { window.isOpened = true; return given(wanted); };""")
        tab = self.open(page.url.removeprefix(self.base), page.context)
        with page.expect_popup() as opened:
            page.evaluate("void open(location.href)")
        for other in (tab, opened.value):
            other.get_by_role("button", name="microphone").wait_for()
            # A reload opens nothing there, either.
            other.reload()
            other.get_by_role("button", name="microphone").wait_for()
            self.assertEqual(other.evaluate("[!!window.isOpened, sessionStorage.getItem('microphone')]"), [False, None])
            other.close()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        page.get_by_role("button", name="Turn off").click()
        page.get_by_role("button", name="Use my microphone").wait_for()
        page.reload()
        page.get_by_role("button", name="Use my microphone").wait_for()
        self.assertFalse(page.evaluate("!!window.isOpened"))
        self.quiet()

    def test_a_reload_takes_nothing_from_another_device(self):
        _live, page, _person = self.speaking()
        waiting = []

        def hold(route):
            waiting.append(route)
        page.route("**/main.js", hold)
        page.reload(wait_until="commit")
        self.until(page, lambda: waiting, "the page did not load")
        other = self.open(page.url.removeprefix(self.base), self.context(permissions=["microphone"]))
        self.turn_on(other)
        for route in waiting:
            route.continue_()
        page.get_by_role("button", name="Use this microphone").wait_for()
        page.get_by_text("Your microphone is on in another window or device.").wait_for()
        other.get_by_text("Your microphone is on", exact=True).wait_for()
        # It stays off when the other device is turned off, even after another reload.
        other.get_by_role("button", name="Turn off").click()
        other.get_by_role("button", name="Use my microphone").wait_for()
        page.unroute("**/main.js")
        page.reload()
        page.get_by_role("button", name="microphone").wait_for()
        self.assertEqual(page.evaluate("sessionStorage.getItem('microphone')"), None)
        self.quiet()

    def test_a_reload_by_another_person_opens_and_sends_nothing(self):
        live, page, _person = self.speaking()
        name, value = self.tell("session", person=1)["cookie"].split("=", 1)
        page.context.add_cookies([{"name": name, "value": value, "url": self.base}])
        page.reload()
        page.get_by_role("button", name="Use my microphone").wait_for()
        # The frames of a connection are handled in their order, and this one follows any that open a microphone.
        self.tell("say", meeting=live, text="A line for everyone.")
        page.get_by_text("A line for everyone.").wait_for()
        self.assertEqual(self.tell("sound", meeting=f"{live}/{self.persons()[1]}"), {})
        self.assertEqual(page.evaluate("sessionStorage.getItem('microphone')"), None)
        self.quiet()

    def test_a_browser_that_processes_no_audio_says_so(self):
        live, place = self.meeting()
        context = self.context(permissions=["microphone"])
        context.add_init_script("""
          const connect = AudioNode.prototype.connect;
          AudioNode.prototype.connect = function (to, ...more) {
            if (!(to instanceof AudioWorkletNode)) return connect.call(this, to, ...more);
            window.reconnect = () => connect.call(this, to, ...more);
            return window.hasAudio ? window.reconnect() : to;
          };""")
        page, person = self.open(place, context), self.persons()[0]
        problem, advice = page.get_by_text("No audio from the microphone", exact=True), page.get_by_text("This browser receives no audio.")
        self.turn_on(page)
        problem.wait_for()
        advice.wait_for()
        self.assertEqual(page.get_by_text("Your microphone is on", exact=True).count(), 0)
        self.axe(page, "no audio")
        self.picture(page, "own-microphone-no-audio")
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        self.picture(page, "own-microphone-no-audio-390")
        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        # On other places of the page as well.
        page.get_by_role("link", name="Back").first.click()
        strip = page.get_by_role("region", name="Microphone")
        strip.get_by_text("This browser receives no audio.").wait_for()
        strip.get_by_role("link", name="Design").click()
        strip.wait_for(state="detached")
        advice.wait_for()
        page.evaluate("{ window.hasAudio = true; window.reconnect(); }")
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        problem.wait_for(state="detached")
        advice.wait_for(state="detached")
        self.until(page, lambda: self.sent(live, person), "no speech was sent")
        # The room's microphone says it, too.
        page.get_by_role("button", name="Turn off").click()
        page.get_by_role("button", name="Use my microphone").wait_for()
        page.evaluate("window.hasAudio = false")
        page.get_by_role("button", name="Record with this browser").click()
        problem.wait_for()
        advice.wait_for()
        page.evaluate("{ window.hasAudio = true; window.reconnect(); }")
        page.get_by_text("This browser is listening").wait_for()
        self.quiet()

    def test_without_consent_nothing_is_opened(self):
        live, place = self.meeting()
        page = self.open(place, self.context(permissions=["microphone"]))
        page.get_by_role("button", name="Use my microphone").click()
        page.get_by_role("button", name="Not now").click()
        page.get_by_role("button", name="Use my microphone").wait_for()
        self.assertEqual(self.tell("sound", meeting=f"{live}/{self.persons()[0]}"), {})
        # A key of the microphone works on the bell while the microphone is off.
        page.keyboard.press("m")
        self.assertEqual(page.get_by_text("You are muted", exact=True).count(), 0)
        self.quiet()

    def test_a_reload_keeps_it_muted_and_every_other_place_shows_and_mutes_it(self):
        live, page, person = self.speaking()
        page.keyboard.press("m")
        page.get_by_text("You are muted", exact=True).wait_for()
        page.reload()
        page.get_by_text("You are muted", exact=True).wait_for()
        page.get_by_text("You are muted. Unmute, or hold T to talk.").wait_for()
        page.wait_for_timeout(500)
        count = self.last(live, person)
        page.goto(self.base + "/")
        strip = page.get_by_role("region", name="Microphone")
        strip.get_by_text("You are muted. Unmute, or hold T to talk.").wait_for()
        self.assertEqual(self.last(live, person), count, "a muted microphone sent audio")
        self.axe(page, "own microphone elsewhere")
        self.picture(page, "own-microphone-elsewhere")
        page.keyboard.press("m")
        strip.get_by_text("Your microphone is on", exact=True).wait_for()
        self.until(page, lambda: self.last(live, person) > count, "nothing was sent")
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        self.axe(page, "own microphone elsewhere, narrow")
        self.picture(page, "own-microphone-elsewhere-390")
        strip.get_by_role("button", name="Mute", exact=True).click()
        strip.get_by_text("You are muted", exact=True).wait_for()
        # Its meeting shows it itself.
        strip.get_by_role("link", name="Design").click()
        page.get_by_role("button", name="Unmute", exact=True).wait_for()
        self.assertEqual(strip.count(), 0)
        page.go_back()
        strip.get_by_role("button", name="Turn off").click()
        strip.wait_for(state="detached")
        self.quiet()

    def test_a_meeting_that_is_resumed_has_the_microphone_that_was_on(self):
        live, page, person = self.speaking()
        page.keyboard.press("m")
        page.get_by_text("You are muted", exact=True).wait_for()
        page.keyboard.press("m")
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.choose(page, "End meeting")
        page.get_by_role("button", name="Save and end").click()
        resume = page.get_by_role("button", name="Resume the meeting")
        resume.wait_for()
        before = self.last(live, person)
        resume.click()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.until(page, lambda: self.last(live, person) > before, "nothing was sent after the meeting was resumed")
        self.quiet()

    def test_another_device_is_chosen_and_remembered(self):
        live, page, person = self.speaking()
        page.evaluate("""() => {
          window.disconnected = 0;
          new MutationObserver(() => { if (document.body.innerText.includes('disconnected')) window.disconnected += 1; })
            .observe(document.body, { subtree: true, childList: true, characterData: true });
        }""")
        select = page.get_by_role("combobox", name="Microphone")
        devices = select.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
        self.assertGreater(len(devices), 1)
        wanted = next(each for each in reversed(devices) if each != select.input_value())
        select.select_option(wanted)
        # The page shows the device that is open.
        self.holds(page, "document.querySelector('.mic select').value === it", wanted)
        count = self.last(live, person)
        self.until(page, lambda: self.last(live, person) > count + 16_000, "nothing was sent from the other device")
        self.assertEqual([select.input_value(), page.evaluate("window.disconnected")], [wanted, 0])
        page.reload()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        self.holds(page, "document.querySelector('.mic select')?.value === it", wanted)
        # The list follows the devices that are connected.
        page.evaluate("""() => {
          const all = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
          navigator.mediaDevices.enumerateDevices = async () => [...await all(), { kind: 'audioinput', deviceId: 'new', label: 'Headset' }];
          navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
        }""")
        select.locator("option", has_text="Headset").wait_for(state="attached")
        self.quiet()

    def test_the_live_meeting_has_room_for_it(self):
        standup = self.standup("Design and engineering, every morning", "navy", NAMES, 12, self.persons())
        live = self.meet(standup)
        for line in LINES:
            self.tell("say", meeting=live, text=line)
        page = self.open(f"/standups/{standup['id']}/record", self.context(permissions=["microphone"]))
        page.get_by_text(LINES[-1]).wait_for()

        def measure(what):
            for size in SIZES:
                with self.subTest(what, size=size):
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    self.holds(page, "innerWidth === it", size[0])
                    self.picture(page, f"live-{what.replace(' ', '-')}-{size[0]}x{size[1]}")
                    self.assertEqual(page.evaluate(HIDDEN), [])
                    self.assertFalse(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
            page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})

        measure("microphone offered")
        self.turn_on(page)
        page.locator(".mic select").wait_for()
        measure("microphone on")
        page.keyboard.press("m")
        page.get_by_text("You are muted. Unmute, or hold T to talk.").wait_for()
        measure("microphone muted")
        self.press(page, "n")
        # The second press confirms that the turn that has just begun is meant.
        page.locator(".then .undo").wait_for()
        measure("back and microphone")
        self.quiet()
