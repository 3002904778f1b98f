"""Written updates: written on the page of a standup, shown in the meeting and in its minutes."""
from harness import NARROW, PageTest


class UpdatesTest(PageTest):
    needs_memory = True
    #: The fake microphone beeps.
    arguments = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]

    def linked(self):
        """A standup whose first attendee is the person of the browser."""
        return self.standup("Daily", names=("Ada", "Grace", "Cy"), persons=self.persons()[:1])

    def test_an_update_is_written_edited_and_removed(self):
        standup = self.linked()
        page = self.open(f"/standups/{standup['id']}", size=NARROW)
        page.get_by_role("button", name="Write an update").click()
        field = page.get_by_label("Update of Ada", exact=True)
        self.holds(page, "document.activeElement.id === it", "update")
        field.fill("Login page: done.\nNext: tests.")
        # The text stays while the list is drawn again, and after a reload.
        self.ask("standups.writeUpdate", standup=standup["id"], attendee=standup["attendees"][2]["id"], text="Cy’s.")
        page.get_by_text("Cy’s.").wait_for()
        page.reload()
        self.assertEqual(field.input_value(), "Login page: done.\nNext: tests.")
        self.axe(page, "updates")
        self.picture(page, "updates-390")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Login page: done.").wait_for()
        self.holds(page, "document.activeElement.id === it", "write-update")
        page.get_by_role("button", name="Edit the update of Ada").click()
        self.assertEqual(field.input_value(), "Login page: done.\nNext: tests.")
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Remove the update of Ada").click()
        page.get_by_text("The update was removed.").wait_for()
        self.assertEqual(page.get_by_text("Login page: done.").count(), 0)
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("Login page: done.").wait_for()
        self.quiet()

    def dictating(self):
        """A form with the update of the person, who has agreed to dictate, and its text field."""
        standup = self.linked()
        page = self.open(f"/standups/{standup['id']}", self.context(size=NARROW, permissions=["microphone"]))
        page.get_by_role("button", name="Write an update").click()
        page.get_by_role("button", name="Dictate", exact=True).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("keeps neither the audio nor the words").wait_for()
        self.axe(page, "dictate-consent")
        self.picture(page, "dictate-consent-390")
        dialog.get_by_role("button", name="Turn on my microphone").click()
        return standup, page, page.get_by_label("Update of Ada", exact=True)

    def kept(self, standup):
        return [each["text"] for each in self.ask("standups.updates", standup=standup["id"])["updates"]]

    def test_an_update_is_dictated_edited_and_saved(self):
        standup, page, field = self.dictating()
        page.get_by_text("Login pa", exact=True).wait_for()
        self.holds(page, "document.getElementById('update').value === it", "Login page: done.")
        self.axe(page, "dictate")
        self.picture(page, "dictate-390")
        page.get_by_role("button", name="Stop dictating").click()
        self.holds(page, "document.getElementById('update').value === it", "Login page: done. Next: tests.")
        page.get_by_role("button", name="Dictate", exact=True).wait_for()
        self.assertEqual(self.kept(standup), [], "nothing is stored before the person saves it")
        field.fill("Login page: done.")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Edit the update of Ada").wait_for()
        self.assertEqual(self.kept(standup), ["Login page: done."])
        self.quiet()

    def test_the_release_of_a_held_button_ends_the_dictation(self):
        standup, page, field = self.dictating()
        page.get_by_text("Login pa", exact=True).wait_for()
        page.get_by_role("button", name="Stop dictating").click()
        self.holds(page, "document.getElementById('update').value.endsWith('Next: tests.')")
        field.fill("")
        button = page.get_by_role("button", name="Dictate", exact=True)
        button.wait_for()
        # By keyboard: the button is on while the space bar is held.
        button.focus()
        page.keyboard.down(" ")
        self.holds(page, "document.getElementById('update').value === it", "Login page: done.")
        page.keyboard.up(" ")
        self.holds(page, "document.getElementById('update').value === it", "Login page: done. Next: tests.")
        button.wait_for()
        self.assertEqual(self.kept(standup), [])
        self.quiet()

    def test_the_end_of_the_form_ends_the_dictation(self):
        _, page, _ = self.dictating()
        page.get_by_role("button", name="Stop dictating").wait_for()
        # Both buttons in consecutive frames: the new form does not continue the dictation of the old one.
        page.evaluate("""async () => {
          const press = (name) => [...document.querySelectorAll('button')].find((each) => each.innerText.trim() === name).click();
          const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          press('Cancel'); await drawn(); press('Write an update'); await drawn();
        }""")
        page.get_by_role("button", name="Dictate", exact=True).wait_for()
        self.quiet()

    def test_a_meeting_shows_updates_in_their_turn_and_keeps_them(self):
        standup = self.linked()
        ada, _, cy = [each["id"] for each in standup["attendees"]]
        self.ask("standups.writeUpdate", standup=standup["id"], attendee=ada, text="Login page: done.")
        self.ask("standups.writeUpdate", standup=standup["id"], attendee=cy, text="On a train.")
        live = self.meet(standup, isRecorded=False, absent=[cy])
        page = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        here = page.get_by_role("main")
        here.get_by_text("Login page: done.").wait_for()
        self.assertEqual(here.get_by_text("On a train.").count(), 0)
        self.axe(page, "update-turn")
        self.picture(page, "update-turn-390")
        page.get_by_role("button", name="Next speaker").click()
        here.get_by_role("heading", name="Written updates of those who are away").wait_for()
        here.get_by_text("On a train.").wait_for()
        self.ask("meetings.end", id=live)
        self.ask("meetings.answer", id=live, action="saveAndEnd")
        page.goto(f"{self.base}/standups/{standup['id']}/meetings/{live}")
        here.get_by_text("Cy (absent)").wait_for()
        here.get_by_text("Login page: done.").wait_for()
        self.quiet()
