"""Own microphones with the real services: eight people, and two who speak at the same time while processes are killed.

Needs PAGE_GATEWAY, PAGE_WAV with texts.json and standup-5.wav beside it, PAGE_KILL as in test_speech.py, and PAGE_PERSONS: the
session cookies of eight members of the team `default`, one per line.
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
from dataclasses import dataclass

from harness import CHROMIUM, GATEWAY, KILLS, SEED, WAV, WIDE, PageTest, distance, words

PERSONS = [line for line in os.environ.get("PAGE_PERSONS", "").splitlines() if line.strip()]
#: Number of meetings for each process, and of kills in each.
MEETINGS, DEATHS = 2, 3


@dataclass(frozen=True)
class Speaker:
    """One person, who says parts of a recording beside PAGE_WAV after some seconds of silence."""

    lead: float
    parts: tuple[int, ...]
    recording: str

    def spoken(self, texts):
        """The seconds that the parts take, and their words."""
        text = texts[self.recording]
        return text["slotSeconds"] * len(self.parts), words(" ".join(text["speakers"][part] for part in self.parts))

    def write(self, path, texts):
        """Writes the parts as one file, followed by silence."""
        slot = texts[self.recording]["slotSeconds"]
        with wave.open(str(pathlib.Path(WAV).with_name(self.recording))) as source, wave.open(str(path), "wb") as target:
            target.setparams(source.getparams())
            rate, size = source.getframerate(), source.getsampwidth() * source.getnchannels()
            target.writeframes(bytes(int(rate * self.lead) * size))
            for part in self.parts:
                source.setpos(part * slot * rate)
                target.writeframes(source.readframes(slot * rate))
            target.writeframes(bytes(rate * size * 180))


#: Two people who speak at once.
PAIR = (Speaker(3, (0, 2), "standup.wav"), Speaker(9, (1,), "standup.wav"))
#: Eight voices: two at a time, of which the second begins while the first still speaks.
EIGHT = tuple(Speaker(6 + 9 * index, (index % 5,), "standup-5.wav" if index < 5 else "standup.wav") for index in range(8))


#: Counts how often the page opens the microphone. On a busy machine, the fake one delivers too few samples, so that the page
#: opens it again, and it plays its file from the beginning.
COUNTED = """(() => {
  const devices = navigator.mediaDevices, open = devices?.getUserMedia?.bind(devices);
  globalThis.opened = 0;
  if (open) devices.getUserMedia = (...all) => { globalThis.opened += 1; return open(...all); };
})()"""


def whole(lines, opened):
    """The words of lines. If the microphone was opened again, a line that was said before, or of which the beginning was, counts once."""
    kept = []
    for line in lines:
        if opened > 1 and any(distance(line, other[: len(line)]) <= 1 + len(line) // 10 for other in kept):
            continue
        kept.append(line)
    return [word for line in kept for word in line]


class OwnMicrophonesTest(PageTest):
    """Meetings in which each speaker has a browser with a microphone; a browser has one fake microphone."""

    speakers: tuple[Speaker, ...] = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        texts = json.loads(pathlib.Path(WAV).with_name("texts.json").read_text())
        spoken = [speaker.spoken(texts) for speaker in cls.speakers]
        cls.texts = [said for _, said in spoken]
        cls.seconds = max(speaker.lead + seconds for speaker, (seconds, _) in zip(cls.speakers, spoken, strict=True))
        flags = []
        for index, speaker in enumerate(cls.speakers):
            file = pathlib.Path(cls.folder.name) / f"{index}.wav"
            speaker.write(file, texts)
            flags.append(["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                          f"--use-file-for-fake-audio-capture={file}%noloop"])
        cls.arguments = flags[0]
        super().setUpClass()
        cls.browsers = [cls.browser]
        for more in flags[1:]:
            cls.browsers.append(cls.playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", *more]))

    @classmethod
    def tearDownClass(cls):
        for browser in cls.browsers[1:]:
            browser.close()
        super().tearDownClass()

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
        context.add_init_script(COUNTED)
        page = self.open(path, context)
        page.get_by_role("button", name="Use my microphone").click()
        page.get_by_role("button", name="Turn on my microphone").click()
        page.get_by_text("Your microphone is on", exact=True).wait_for()
        return page

    def hold(self, kill, moments):
        """Holds a meeting in which all speak; returns the words of each of them."""
        cookies = PERSONS[:len(self.speakers)]
        standup = self.standup("Own microphones", "teal", [f"Speaker {index}" for index in range(len(cookies))], 30,
                               [self.person(cookie) for cookie in cookies])
        live, path = self.meet(standup), f"/standups/{standup['id']}/record"
        pages = [self.turn_on(browser, cookie, path) for browser, cookie in zip(self.browsers, cookies, strict=True)]
        begun = time.monotonic()
        for moment in moments:
            pages[0].wait_for_timeout(max(0, (moment - (time.monotonic() - begun)) * 1000))
            self.end_process(pages[0], kill)
        # The pages send the words spoken during the outages.
        pages[0].wait_for_timeout(max(0, (self.seconds + 8 - (time.monotonic() - begun)) * 1000))
        self.until_up()
        self.until_quiet(live)
        self.opened = [page.evaluate("globalThis.opened") for page in pages]
        for page in pages:
            page.close()
        self.ask("meetings.end", id=live)
        segments = self.ask("meetings.answer", id=live, action="saveAndEnd")["finished"]["segments"]
        for segment in segments:
            print(f"  {segment['fromMs']:6} {segment['speaker']}: {segment['text']}", flush=True)
        lines = [[words(segment["text"]) for segment in segments if segment["attendee"] == attendee["id"]]
                 for attendee in standup["attendees"]]
        return [whole(each, opened) for each, opened in zip(lines, self.opened, strict=True)]

    def check(self, kill="", moments=()):
        everyone = self.hold(kill, moments)
        for said, heard, opened in zip(self.texts, everyone, self.opened, strict=True):
            wrong = distance(said, heard)
            again = f"; the microphone was opened {opened} times" if opened > 1 else ""
            print(f"  {wrong} of {len(said)} words differ{again}", flush=True)
            # A sentence that is lost, doubled, or attributed to another person has more words.
            self.assertLessEqual(wrong, max(3, len(said) // 10), heard)


@unittest.skipUnless(GATEWAY and WAV and KILLS and len(PERSONS) == 8, "needs the real services, a recording and eight people")
class OwnKillsTest(OwnMicrophonesTest):
    speakers = PAIR

    def test_two_people_who_speak_at_once_are_both_written(self):
        self.check()
        self.quiet()

    def test_nothing_is_lost_doubled_or_misattributed_when_a_process_dies(self):
        draw = random.Random(SEED)
        for kill in KILLS:
            for _ in range(MEETINGS):
                moments = sorted(round(draw.uniform(min(each.lead for each in PAIR), self.seconds), 3) for _ in range(DEATHS))
                print(f"PAGE_SEED={SEED}: {kill} after {moments} s", flush=True)
                with self.subTest(kill=kill, moments=moments):
                    self.until_up()
                    self.check(kill, moments)


@unittest.skipUnless(GATEWAY and WAV and KILLS and len(PERSONS) == 8, "needs the real services, a recording and eight people")
class EightMicrophonesTest(OwnMicrophonesTest):
    speakers = EIGHT

    def test_eight_people_are_written_each_with_their_words(self):
        self.check()
        self.quiet()
