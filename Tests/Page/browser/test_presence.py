"""The people connected to a meeting, in two browsers of two people."""
from harness import NARROW, PageTest


class PresenceTest(PageTest):
    needs_memory = True

    def linked(self, names=("Ada", "Grace")):
        return self.standup("Daily", names=names, persons=self.persons())

    def test_two_people_see_each_other(self):
        standup = self.linked()
        self.meet(standup, isRecorded=False)
        place = f"/standups/{standup['id']}/record"
        one = self.open(place, size=NARROW)
        one.get_by_text("Tester (you) is connected").wait_for()
        one.get_by_text("Not here yet: Grace").wait_for()
        two = self.open(place, context=self.other())
        one.get_by_text("Grace Hopper and Tester (you) are connected").click()
        one.get_by_text("Chrome on Linux").first.wait_for()
        self.assertEqual(one.get_by_text("Not here yet").count(), 0)
        self.assertEqual(one.get_by_text("Connected", exact=True).count(), 2)
        self.axe(one, "presence")
        self.picture(one, "presence-390")
        two.close()
        one.get_by_text("Tester (you) is connected").wait_for()
        self.quiet()

    def test_a_connection_is_poor_while_64_kib_wait_to_be_sent(self):
        standup = self.linked()
        live = self.meet(standup, isRecorded=False)
        place = f"/standups/{standup['id']}/record"
        one = self.open(place, size=NARROW)
        context = self.other()
        # The page would open another connection after ten seconds without a frame.
        context.add_init_script("""
          const later = window.setTimeout;
          window.setTimeout = (what, ms, ...more) => (ms === 10_000 ? 0 : later(what, ms, ...more));""")
        two = self.open(place, context=context)
        one.get_by_text("Grace Hopper and Tester (you) are connected").click()
        poor, device = one.get_by_text("Poor connection", exact=True), one.get_by_text("Chrome on Linux, poor connection")

        def guess(text):
            self.tell("say", meeting=live, text=text, isPartial=True)

        def fill(size):
            while self.tell("judge", person="Grace Hopper")["backlog"] < size:
                guess("word " * 400)

        self.tell("hold", person="Grace Hopper", isHeld=True)
        # Less than the limit, with room for the ticks of the meeting.
        fill(56_000)
        # A list that said otherwise would arrive before this guess.
        guess("Nothing is poor yet.")
        one.get_by_text("Nothing is poor yet.").wait_for()
        self.assertEqual([poor.count(), device.count()], [0, 0])
        fill(64 << 10)
        poor.wait_for()
        device.wait_for()
        self.axe(one, "poor connection")
        self.picture(one, "presence-poor-390")
        self.assertEqual(two.get_by_text("word word").count(), 0)
        self.tell("hold", person="Grace Hopper", isHeld=False)
        guess("The last guess.")
        two.get_by_text("The last guess.").wait_for()
        poor.wait_for(state="detached")
        device.wait_for(state="detached")
        self.assertEqual(one.get_by_text("Connected", exact=True).count(), 2)
        self.quiet()

    def test_the_people_of_another_gateway_are_shown(self):
        standup = self.linked()
        live = self.meet(standup, isRecorded=False)
        page = self.open(f"/standups/{standup['id']}/record")
        page.get_by_text("Tester (you) is connected").wait_for()
        south = "00000000-0000-4000-8000-00000000000b"
        self.tell("publish", type="meeting.presence", subject=live, data={"gateway": south, "people": [{"name": "Zoe"}]})
        page.get_by_text("Tester (you) and Zoe are connected").wait_for()
        self.tell("publish", type="meeting.presence", subject=live, data={"gateway": south, "people": []})
        page.get_by_text("Tester (you) is connected").wait_for()
        self.quiet()

    def test_a_person_who_connects_is_marked_as_here_once(self):
        standup = self.linked(("Ada", "Grace", "Cy"))
        attendee = self.ask("standups.get", id=standup["id"])["summary"]["standup"]["attendees"][0]["id"]
        live = self.meet(standup, absent=[attendee])
        self.assertEqual([each["name"] for each in self.ask("meetings.get", id=live)["session"]["standup"]["attendees"]], ["Grace", "Cy"])
        page = self.open(f"/standups/{standup['id']}/record", size=NARROW)
        page.locator(".presence").get_by_text("You were marked as here.").wait_for()

        def order():
            session = self.ask("meetings.get", id=live)["session"]
            attendees = session["standup"]["attendees"]
            agenda = session.get("agenda")
            return [attendees[index]["name"] for index in agenda["order"]] if agenda else [each["name"] for each in attendees]

        self.assertEqual(order(), ["Grace", "Cy", "Ada"])
        self.axe(page, "marked")
        page.get_by_role("button", name="Undo: mark me as away").click()
        page.locator(".presence").get_by_text("You were marked as here.").wait_for(state="detached")
        self.assertEqual(order(), ["Grace", "Cy"])
        page.reload()
        page.get_by_text("Tester (you) is connected").wait_for()
        self.assertEqual(order(), ["Grace", "Cy"])
        self.quiet()
