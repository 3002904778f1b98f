"""Corrections of the transcript of a past meeting, and of a speaker in a live one, by mouse and by keyboard."""
from harness import NARROW, PageTest


class CorrectTest(PageTest):
    needs_memory = True

    def test_a_line_is_corrected_reassigned_and_undone(self):
        standup = self.standup("Daily", names=("Ada", "Grace"))
        live = self.meet(standup)
        self.tell("say", meeting=live, text="Cuban eddies is up.")
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        page = self.open(f"/standups/{standup['id']}/meetings/{live}", size=NARROW)
        here = page.get_by_role("main")
        here.get_by_role("button", name="Correct the transcript").click()
        here.get_by_role("button", name="Edit the line “Cuban eddies is up.”").focus()
        page.keyboard.press("Enter")
        field = here.get_by_label("Words")
        page.locator("#correct-text:focus").wait_for()
        field.fill("Kubernetes is up.")
        here.get_by_label("Speaker").select_option(label="Grace")
        self.axe(page, "correct")
        self.picture(page, "correct-390")
        here.get_by_role("button", name="Save").click()
        here.get_by_text("Heard as Ada: Cuban eddies is up.").wait_for()
        self.holds(page, "document.activeElement.id === it", "line-1-0")
        here.get_by_role("button", name="Done").click()
        here.get_by_text("Kubernetes is up.").wait_for()
        self.axe(page, "corrected")
        page.get_by_role("button", name="Undo").click()
        here.get_by_text("Cuban eddies is up.").wait_for()
        self.quiet()

    def test_the_speaker_of_a_live_line_is_changed_for_everyone_and_back(self):
        standup = self.standup("Daily", names=("Ada", "Grace", "Radia"))
        live = self.meet(standup)
        for text in ("I fixed the build.", "I reviewed it."):
            self.tell("say", meeting=live, text=text)
        page = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        other = self.open(f"/standups/{standup['id']}/record", self.other())
        page.get_by_role("button", name="Change the speaker of “I reviewed it.”").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name="Who said this?").wait_for()
        self.axe(page, "who said this")
        self.picture(page, "speaker-390")
        page.get_by_role("dialog").get_by_role("button", name="Radia").click()
        for each in (page, other):
            each.locator(".turn", has_text="I reviewed it.").get_by_text("Radia").wait_for()
        self.holds(page, "document.activeElement?.ariaLabel?.includes('I reviewed it.')")
        self.axe(page, "changed")
        page.get_by_role("button", name="Undo").click()
        for each in (page, other):
            each.locator(".turn", has_text="I reviewed it.").get_by_text("Ada").wait_for()
        self.quiet()
