"""A complete recording by microphone with the real services: the spoken words are in the transcript.

Needs PAGE_GATEWAY, and PAGE_WAV with the words of PAGE_SAID. PAGE_KILL has commands, one per line, that kill a
process in mid-sentence; the supervisor restarts it, and no word is lost. The times are random, from PAGE_SEED,
which is printed.
"""
import random
import time
import unittest

from harness import GATEWAY, KILLS, SAID, SEED, WAV, SpokenTest, distance, words

#: Number of kills of each process, and of recordings that they are spread over.
DEATHS, RECORDINGS = 20, 5


@unittest.skipUnless(GATEWAY and WAV, "needs the real services and a recording")
class SpeechTest(SpokenTest):
    def record(self, kill="", moments=()):
        """Runs a meeting with the whole recording; returns the transcript. Runs `kill` at `moments`, in seconds after
        the first word."""
        standup = self.standup("Speech", "teal", ("Ada", "Grace"), 10)
        live = self.meet(standup)
        page = self.open(f"/standups/{standup['id']}/record", self.context(permissions=["microphone"]))
        page.get_by_role("button", name="Record with this browser").click()
        page.get_by_text("This browser is listening").wait_for()
        begun = time.monotonic()
        for moment in moments:
            page.wait_for_timeout(max(0, (self.lead + moment - (time.monotonic() - begun)) * 1000))
            self.end_process(page, kill)
        page.wait_for_timeout(max(0, (self.seconds + 6 - (time.monotonic() - begun)) * 1000))
        self.until_quiet(live)
        self.picture(page, "speech-light-1440")
        page.keyboard.press("e")
        page.get_by_role("button", name="Save and end").click()
        page.get_by_text("The meeting ended and was saved.").first.wait_for(timeout=15_000)
        [past] = self.ask("standups.get", id=standup["id"])["meetings"]
        return past["transcript"]

    def wrong(self, transcript):
        count = distance(words(SAID), words(transcript))
        print(f"{count} of {len(words(SAID))} words differ: {transcript!r}")
        return count

    def test_what_is_said_is_written(self):
        # On a busy machine, the browser's microphone of the test itself drops samples now and then.
        wrong = sorted(self.wrong(self.record()) for _ in range(3))
        self.assertLessEqual(wrong[1], max(2, len(words(SAID)) // 20), wrong)
        self.quiet()

    @unittest.skipUnless(KILLS, "nothing to kill")
    def test_nothing_is_lost_when_a_process_dies_in_mid_sentence(self):
        draw = random.Random(SEED)
        for kill in KILLS:
            for _ in range(RECORDINGS):
                moments = sorted(round(draw.uniform(0, self.seconds), 3) for _ in range(DEATHS // RECORDINGS))
                print(f"PAGE_SEED={SEED}: {kill} after {moments} s", flush=True)
                with self.subTest(kill=kill, moments=moments):
                    self.until_up()
                    self.assertLessEqual(self.wrong(self.record(kill, moments)), max(3, len(words(SAID)) // 20))
