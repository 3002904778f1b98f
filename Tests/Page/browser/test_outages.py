"""Lost connections, and speech meanwhile. Only the gateway in memory can fail on demand."""
from harness import PageTest


class OutageTest(PageTest):
    needs_memory = True

    def test_the_clock_goes_on_and_everything_catches_up(self):
        standup = self.standup(names=("Ada", "Grace"), minutes=5)
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        # The part for a live meeting is loaded after the page.
        page.locator(".clock").wait_for()
        self.tell("away", isAway=True)
        page.get_by_text("Connection lost.").wait_for()
        self.axe(page)
        self.picture(page, "lost-light-1440")
        before = page.locator(".clock").inner_text()
        self.holds(page, "document.querySelector('.clock').innerText !== it", before)
        self.tell("say", meeting=live, text="Nobody heard this at once.")
        self.tell("ask", target="meetings.next", body={"id": live})
        self.tell("away", isAway=False)
        page.get_by_text("Nobody heard this at once.").wait_for()
        page.locator(".stage .name", has_text="Grace").wait_for()
        page.get_by_text("Connection lost.").wait_for(state="detached")
        self.quiet()

    def test_a_meeting_that_ended_meanwhile(self):
        standup = self.standup()
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        # The part for a live meeting is loaded after the page.
        page.locator(".clock").wait_for()
        self.tell("away", isAway=True)
        page.get_by_text("Connection lost.").wait_for()
        self.tell("ask", target="meetings.end", body={"id": live})
        self.tell("ask", target="meetings.answer", body={"id": live, "action": "saveAndEnd"})
        self.tell("away", isAway=False)
        self.at(page, f"/standups/{standup['id']}")

    @staticmethod
    def once(lost):
        """Drops one request, as a browser does when the network changes, and lets later ones through."""
        def drop(route):
            if lost:
                route.continue_()
            else:
                lost.append(route.request.url)
                route.abort("internetdisconnected")
        return drop

    def test_a_network_that_changes_while_the_page_loads(self):
        for name in ("main.js", "words.js", "Page/detail.js", "live-part.js", "page.css"):
            standup, context, lost = self.standup(), self.context(), []
            context.route(f"**/{name}", self.once(lost))
            page = self.open(f"/standups/{standup['id']}", context)
            page.get_by_role("button", name="Start meeting").click()
            page.get_by_role("dialog").get_by_role("button", name="Allow", exact=True).click()
            page.get_by_role("button", name="Next speaker").wait_for()
            self.assertEqual(len(lost), 1, name)
        self.quiet()

    def test_speech_that_fails(self):
        standup = self.standup()
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        self.tell("fail", meeting=live)
        page.get_by_text("The ear fell off.").wait_for()
        page.get_by_role("button", name="Continue meeting").click()
        self.at(page, f"/standups/{standup['id']}/record")


class MicrophoneTest(PageTest):
    needs_memory = True
    arguments = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]

    def whole(self, live):
        """End of the sent audio without a gap."""
        return self.whole_of(self.sent(live))

    @staticmethod
    def whole_of(pieces):
        pieces = sorted(pieces, key=lambda piece: piece["offset"])
        at = pieces[0]["offset"]
        for piece in pieces:
            if piece["offset"] > at:
                return at
            at = max(at, piece["offset"] + piece["count"])
        return at

    def without_holes(self, live):
        # A single reading: during speech, the next piece may arrive at any time.
        pieces = self.sent(live)
        self.assertEqual(self.whole_of(pieces), max(piece["offset"] + piece["count"] for piece in pieces), "a hole in the sound")

    def record(self):
        standup = self.standup()
        live = self.meet(standup)
        context = self.context(permissions=["microphone"])
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_role("button", name="Record with this browser").click()
        page.get_by_text("This browser is listening").wait_for()
        self.until(page, lambda: len(self.sent(live)) > 5, "nothing was sent")
        return standup, live, page

    def test_recording_and_stopping(self):
        _, live, page = self.record()
        self.axe(page)
        self.picture(page, "recording-light-1440")
        first = self.sent(live)[0]
        # The time of the first sample matches the meeting's time, at 16 samples per millisecond.
        self.assertLess(abs(first["offset"] / 16 - first["atMs"]), 500)
        self.without_holes(live)
        page.get_by_role("button", name="Stop recording here").click()
        page.get_by_role("button", name="Record with this browser").wait_for()
        self.quiet()

    def test_stopping_before_the_device_is_there(self):
        standup = self.standup()
        live = self.meet(standup)
        context = self.context(permissions=["microphone"])
        context.add_init_script("""
            const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (wanted) => {
                await new Promise((done) => { window.give = done; });
                window.media = await given(wanted);
                return window.media;
            };""")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_role("button", name="Record with this browser").click()
        self.holds(page, "!!window.give")
        page.get_by_role("button", name="Requesting the microphone").click()
        page.get_by_role("button", name="Record with this browser").wait_for()
        page.evaluate("{ window.give(); window.give = null; }")
        self.holds(page, "window.media?.getTracks().every((track) => track.readyState === 'ended')")
        self.assertEqual(self.sent(live), [])
        # Recording can be started again.
        page.get_by_role("button", name="Record with this browser").click()
        self.holds(page, "!!window.give")
        page.evaluate("window.give()")
        page.get_by_text("This browser is listening").wait_for()
        self.until(page, lambda: len(self.sent(live)) > 5, "nothing was sent")
        self.quiet()

    def test_an_outage_loses_nothing(self):
        _, live, page = self.record()
        self.tell("away", isAway=True)
        page.get_by_text("Audio is saved here").wait_for()
        page.wait_for_timeout(1500)
        self.tell("away", isAway=False)
        count = len(self.sent(live))
        self.until(page, lambda: len(self.sent(live)) > count + 10, "it did not go on")
        self.without_holes(live)
        self.quiet()

    def test_another_stream_gets_what_was_not_settled(self):
        _, live, page = self.record()
        first = self.sent(live)[0]["offset"]
        self.until(page, lambda: self.tell("sound", meeting=live)["settled"] > first + 8000, "nothing was settled")
        forgotten = self.tell("forget", meeting=live)
        count = forgotten["count"]
        self.until(page, lambda: len(self.sent(live)) > count + 5, "it did not go on")
        again = self.sent(live)[count]
        self.assertLessEqual(again["offset"], forgotten["settled"], "what was not settled was not sent again")
        self.without_holes(live)

    def test_what_was_not_settled_outlives_a_reload(self):
        _, live, page = self.record()
        self.tell("away", isAway=True)
        page.get_by_text("Audio is saved here").wait_for()
        before = self.whole(live)
        page.wait_for_timeout(1500)
        self.tell("away", isAway=False)
        self.tell("silence")
        page.reload()
        page.get_by_text("This browser is listening").wait_for()
        # Nothing was recorded while the page reloaded; all earlier audio was sent.
        self.until(page, lambda: self.whole(live) > before + 16_000, "the sound was lost")
        self.until(page, lambda: max(piece["offset"] for piece in self.sent(live)) > self.whole(live), "it did not go on")
        self.quiet()

    def test_a_browser_that_cannot_resample(self):
        """The context has the device's own rate; the sent audio still has 16 kHz."""
        standup = self.standup()
        live = self.meet(standup)
        context = self.context(permissions=["microphone"])
        context.add_init_script("""const make = AudioContext.prototype.createMediaStreamSource;
          AudioContext.prototype.createMediaStreamSource = function (media) {
            if (this.sampleRate === 16000) throw new DOMException('another rate', 'NotSupportedError');
            return make.call(this, media);
          };""")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_role("button", name="Record with this browser").click()
        self.until(page, lambda: len(self.sent(live)) > 40, "nothing was sent")
        self.without_holes(live)
        sent = self.sent(live)
        spoken = sent[-1]["atMs"] - sent[0]["atMs"]
        counted = (sent[-1]["offset"] - sent[0]["offset"]) / 16
        self.assertLess(abs(counted - spoken), 250, "so many samples are not that much time")
        self.quiet()

    def test_a_context_that_is_interrupted_goes_on(self):
        """Like a phone call: the browser suspends the context and does not resume it."""
        standup = self.standup()
        live = self.meet(standup)
        context = self.context(permissions=["microphone"])
        context.add_init_script("""const Real = AudioContext;
          window.contexts = [];
          window.AudioContext = class extends Real { constructor(...all) { super(...all); window.contexts.push(this); } };""")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_role("button", name="Record with this browser").click()
        page.get_by_text("This browser is listening").wait_for()
        self.until(page, lambda: len(self.sent(live)) > 5, "nothing was sent")
        page.evaluate("Promise.all(window.contexts.map((each) => each.suspend()))")
        count = len(self.sent(live))
        self.until(page, lambda: len(self.sent(live)) > count + 10, "it did not go on")
        self.assertEqual(page.evaluate("window.contexts.at(-1).state"), "running")
        self.quiet()

    def test_a_device_that_is_unplugged_and_plugged_in_again(self):
        standup = self.standup()
        live = self.meet(standup)
        context = self.context(permissions=["microphone"])
        context.add_init_script("""
          const given = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = async (wanted) => {
            if (window.isUnplugged) throw new DOMException('No device', 'NotFoundError');
            return (window.media = await given(wanted));
          };""")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_role("button", name="Record with this browser").click()
        self.until(page, lambda: len(self.sent(live)) > 5, "nothing was sent")
        page.evaluate("{ window.isUnplugged = true; window.media.getTracks()[0].stop(); }")
        page.get_by_text("The microphone is disconnected.").wait_for()
        count = len(self.sent(live))
        page.evaluate("{ window.isUnplugged = false; }")
        self.until(page, lambda: len(self.sent(live)) > count + 10, "it did not go on")
        page.get_by_text("The microphone is disconnected.").wait_for(state="detached")
        self.without_holes(live)
        self.quiet()

    def test_recording_is_shown_to_everybody_alike_while_words_are_heard(self):
        standup, live, page = self.record()
        other = self.open(f"/standups/{standup['id']}/record")
        for each in (page, other):
            # Audio is sent, but no words are transcribed.
            each.locator(".mic .dot.off").wait_for()
        self.tell("say", meeting=live, text="Now somebody speaks.")
        late = self.open(f"/standups/{standup['id']}/record")
        for each in (page, other, late):
            each.locator(".mic .dot:not(.off)").wait_for()
        for each in (page, other, late):
            each.locator(".mic .dot.off").wait_for()
        other.get_by_text("No sound", exact=True).wait_for()

    def test_last_words_are_not_on_their_way_for_ever(self):
        _, _, page = self.record()
        page.get_by_role("button", name="Stop recording here").click()
        page.get_by_role("button", name="Record with this browser").wait_for()
        self.tell("away", isAway=True)
        page.get_by_text("Connection lost.").wait_for()
        self.tell("away", isAway=False)
        page.get_by_text("Connection lost.").wait_for(state="detached")
        self.holds(page, "document.querySelector('.mic [role=status]').textContent === ''")
        self.quiet()

    def test_taking_over(self):
        standup, live, page = self.record()
        other = self.open(f"/standups/{standup['id']}/record", self.context(permissions=["microphone"]))
        other.get_by_role("button", name="Record with this browser").click()
        other.get_by_role("button", name="Take over").click()
        other.get_by_text("This browser is listening").wait_for()
        page.get_by_text("Tester took over recording.").wait_for()
        count = len(self.sent(live))
        self.until(page, lambda: len(self.sent(live)) > count + 3, "the other one is not heard")


class RefusedMicrophoneTest(PageTest):
    needs_memory = True
    arguments = ["--deny-permission-prompts"]

    def test_a_microphone_that_is_not_allowed(self):
        standup = self.standup()
        self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_role("button", name="Record with this browser").click()
        page.get_by_text("microphone").last.wait_for()
        self.holds(page, "/blocked the microphone|found no microphone/.test(document.querySelector('.mic').innerText)")

    def test_without_a_secure_context(self):
        standup = self.standup()
        self.meet(standup)
        context = self.context()
        context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false }); delete Crypto.prototype.randomUUID;")
        page = self.open(f"/standups/{standup['id']}/record", context)
        page.get_by_text("browsers allow it only on HTTPS pages").wait_for()
        self.assertTrue(page.get_by_role("button", name="Record with this browser").is_disabled())
        page.keyboard.press("n")
        page.locator(".stage .name", has_text="Grace").wait_for()
