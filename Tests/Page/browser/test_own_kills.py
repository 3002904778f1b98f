"""Own microphones of two people who speak at the same time, with the real services, one of which is killed.

Needs PAGE_GATEWAY, PAGE_WAV with texts.json beside it, PAGE_KILL as in test_speech.py, and PAGE_PERSONS: the session cookies
of two members of the team `default`, one per line.
"""
import json
import os
import pathlib
import random
import tempfile
import time
import unittest
import urllib.request
import wave

from harness import CHROMIUM, GATEWAY, KILLS, SEED, WAV, WIDE, PageTest, distance, words

PERSONS = [line for line in os.environ.get("PAGE_PERSONS", "").splitlines() if line.strip()]
#: Parts of the recording that each person says, and the seconds of silence before the first one. They speak at once.
PARTS, LEADS = ((0, 2), (1,)), (3, 9)
#: Number of meetings for each process, and of kills in each.
MEETINGS, DEATHS = 3, 3


def write(path, parts, lead, slot):
    """Writes parts of the recording as one file, and returns its length in seconds."""
    with wave.open(WAV) as source, wave.open(str(path), "wb") as target:
        target.setparams(source.getparams())
        rate, size = source.getframerate(), source.getsampwidth() * source.getnchannels()
        target.writeframes(bytes(rate * size * lead))
        for part in parts:
            source.setpos(part * slot * rate)
            target.writeframes(source.readframes(slot * rate))
        target.writeframes(bytes(rate * size * 60))
    return lead + slot * len(parts)


@unittest.skipUnless(GATEWAY and WAV and KILLS and len(PERSONS) == 2, "needs the real services, a recording and two people")
class OwnKillsTest(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        texts = json.loads(pathlib.Path(WAV).with_name("texts.json").read_text())[pathlib.Path(WAV).name]
        cls.texts = [words(" ".join(texts["speakers"][part] for part in parts)) for parts in PARTS]
        files = [pathlib.Path(cls.folder.name) / f"{index}.wav" for index in range(2)]
        cls.seconds = max(write(file, parts, lead, texts["slotSeconds"])
                          for file, parts, lead in zip(files, PARTS, LEADS, strict=True))
        # A browser has one fake microphone.
        flags = [["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                  f"--use-file-for-fake-audio-capture={file}%noloop"] for file in files]
        cls.arguments = flags[0]
        super().setUpClass()
        cls.bobs_browser = cls.playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", *flags[1]])

    @classmethod
    def tearDownClass(cls):
        cls.bobs_browser.close()
        super().tearDownClass()
        cls.folder.cleanup()

    def person(self, cookie):
        request = urllib.request.Request(f"{GATEWAY}/api/me", headers={"Cookie": cookie})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())["person"]

    def turn_on(self, browser, cookie, path):
        """Opens the meeting in a browser of its own, and turns the person's microphone on."""
        context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, permissions=["microphone"],
                                      service_workers="block")
        self.addCleanup(context.close)
        name, value = cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": self.base}])
        page = self.open(path, context)
        page.get_by_role("button", name="Use my microphone").click()
        page.get_by_role("button", name="Turn on my microphone").click()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        return page

    def hold(self, kill, moments):
        """Holds a meeting in which both speak; returns the words of each of them."""
        standup = self.standup("Own microphones", "teal", ("Ann", "Bob"), 30, [self.person(cookie) for cookie in PERSONS])
        live, path = self.meet(standup), f"/standups/{standup['id']}/record"
        pages = [self.turn_on(browser, cookie, path)
                 for browser, cookie in zip((self.browser, self.bobs_browser), PERSONS, strict=True)]
        begun = time.monotonic()
        for moment in moments:
            pages[0].wait_for_timeout(max(0, (moment - (time.monotonic() - begun)) * 1000))
            self.end_process(pages[0], kill)
        # The pages send the words spoken during the outages.
        pages[0].wait_for_timeout(max(0, (self.seconds + 8 - (time.monotonic() - begun)) * 1000))
        self.until_up()
        self.until_quiet(live)
        for page in pages:
            page.close()
        self.ask("meetings.end", id=live)
        segments = self.ask("meetings.answer", id=live, action="saveAndEnd")["finished"]["segments"]
        for segment in segments:
            print(f"  {segment['fromMs']:6} {segment['speaker']}: {segment['text']}", flush=True)
        return [words(" ".join(segment["text"] for segment in segments if segment["attendee"] == attendee["id"]))
                for attendee in standup["attendees"]]

    def check(self, kill="", moments=()):
        for said, heard in zip(self.texts, self.hold(kill, moments), strict=True):
            wrong = distance(said, heard)
            print(f"  {wrong} of {len(said)} words differ", flush=True)
            # A sentence that is lost, doubled, or attributed to the other person has more words.
            self.assertLessEqual(wrong, max(3, len(said) // 10), heard)

    def test_two_people_who_speak_at_once_are_both_written(self):
        self.check()
        self.quiet()

    def test_nothing_is_lost_doubled_or_misattributed_when_a_process_dies(self):
        draw = random.Random(SEED)
        for kill in KILLS:
            for _ in range(MEETINGS):
                moments = sorted(round(draw.uniform(min(LEADS), self.seconds), 3) for _ in range(DEATHS))
                print(f"PAGE_SEED={SEED}: {kill} after {moments} s", flush=True)
                with self.subTest(kill=kill, moments=moments):
                    self.until_up()
                    self.check(kill, moments)
