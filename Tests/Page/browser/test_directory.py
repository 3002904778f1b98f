"""Persons, teams, invitations and tokens."""
import contextlib
import urllib.error
import urllib.request

from harness import NARROW, PageTest, Refused


class DirectoryTest(PageTest):
    def forget(self, target, **body):
        """Removes at the end what a test has added to real services."""
        def remove():
            with contextlib.suppress(Refused):
                self.ask(target, **body)
        if not self.process:
            self.addCleanup(remove)

    def add_team(self, page, name):
        page.goto(self.base + "/teams")
        page.get_by_role("button", name="Add team").click()
        page.get_by_label("Name").fill(name)
        page.get_by_role("dialog").get_by_role("button", name="Add").click()
        page.get_by_role("heading", name=name).wait_for()
        team = page.url.rsplit("/", 1)[1]
        self.forget("teams.remove", id=team)
        return team

    def add_person(self, page, name, email):
        page.goto(self.base + "/people")
        page.get_by_role("button", name="Add person").click()
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("E-mail").fill(email)
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=name).wait_for()
        person = page.url.rsplit("/", 1)[1]
        self.forget("people.remove", id=person)
        return person

    def invite(self, page, name):
        """Invites the person whose place is shown, and returns the link."""
        page.get_by_role("button", name="Invite", exact=True).click()
        page.get_by_label("Valid for").select_option("7 days")
        page.get_by_role("button", name="Create link").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading", name=f"Invite {name}").wait_for()
        link = dialog.get_by_label("Link", exact=True).input_value()
        self.axe(page, "invitation")
        self.picture(page, "invitation")
        return link

    def test_a_person_who_is_invited_sees_the_standups_of_their_team(self):
        context = self.context(permissions=["clipboard-read", "clipboard-write"])
        page = self.open("/", context)
        team = self.add_team(page, "Platform crew")
        person = self.add_person(page, "Ann Example", "ann.example@example.com")
        page.get_by_label("Add to team").select_option("Platform crew")
        page.get_by_label("Role in Platform crew").wait_for()
        self.axe(page, "person")
        self.picture(page, "person")

        link = self.invite(page, "Ann Example")
        page.get_by_role("button", name="Copy").click()
        page.get_by_text("Copied.").wait_for()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), link)
        page.get_by_role("button", name="Close").click()
        page.get_by_role("heading", name="Unused invitations").last.wait_for()

        other = self.standup(title="Not for Ann")
        if not self.process:
            own = self.ask("standups.create", title="For Ann", attendees=[], team=team)
            self.made.append(own["id"])
        self.quiet()
        # The page of a person outside of the team “default” reports that it may not list the cells.
        ann = self.open(link.removeprefix(self.base), logged_in=False)
        ann.get_by_text("Signed in as Ann Example").wait_for()
        self.assertEqual(ann.url, self.base + "/")
        if not self.process:
            ann.get_by_text("For Ann", exact=True).wait_for()
            self.assertEqual(ann.get_by_text(other["title"]).count(), 0)
            self.assertEqual(ann.get_by_role("link", name="People").count(), 0, "a member does not manage people")
            ann.goto(self.base + "/teams")
            ann.get_by_role("link", name="Platform crew").click()
            ann.get_by_text("Ann Example").last.wait_for()
            self.assertEqual(ann.get_by_role("combobox").count(), 0, "a member changes no role")
            self.axe(ann, "team of a member")
        # The invitation was used, so it is not in the list any more.
        page.goto(f"{self.base}/people/{person}")
        page.get_by_role("heading", name="Ann Example").wait_for()
        self.holds(page, "!document.body.innerText.includes('Loading')")
        self.assertEqual(page.get_by_role("button", name="Withdraw the invitation of Ann Example").count(), 0)

    def test_an_admin_manages_the_members(self):
        page = self.open("/")
        team = self.add_team(page, "Docs")
        person = self.add_person(page, "Bo Example", "bo.example@example.com")
        page.goto(f"{self.base}/teams/{team}")
        page.get_by_role("button", name="Add member").click()
        page.get_by_label("E-mail").fill("nobody@example.com")
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("alert").get_by_text("not found").wait_for()
        page.get_by_label("E-mail").fill("bo.example@example.com")
        page.get_by_label("Role").select_option("Observer")
        page.keyboard.press("Enter")
        role = page.get_by_label("Role of Bo Example")
        role.wait_for()
        self.assertEqual(role.input_value(), "observer")
        role.select_option("Admin")
        self.assertEqual(role.input_value(), "admin")
        self.saved_role(team, "admin")
        page.get_by_role("button", name="Remove Bo Example").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        page.get_by_text("No members yet").wait_for()
        self.assertEqual(self.ask("teams.members", id=team)["members"], [])
        # The name is changed elsewhere meanwhile, and shown without a reload.
        page.goto(f"{self.base}/people/{person}")
        page.get_by_role("button", name="Edit").click()
        page.get_by_label("Time zone").fill("Europe/Paris")
        page.get_by_label("E-mail").fill("")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Europe/Paris").wait_for()
        self.ask("people.edit", id=person, name="Bo Renamed")
        page.get_by_role("heading", name="Bo Renamed").wait_for()
        self.assertNotIn("email", self.ask("people.get", id=person))
        self.quiet()

    def saved_role(self, team, role):
        """Waits until the only member has the role."""
        for _ in range(200):
            if self.ask("teams.members", id=team)["members"][0]["role"] == role:
                return
        self.fail(f"the role is never {role}")

    def test_persons_are_found_by_name(self):
        page = self.open("/")
        for name in ("Carl Example", "Cleo Example"):
            self.forget("people.remove", id=self.ask("people.add", name=name)["id"])
        page.goto(self.base + "/people")
        page.get_by_text("Carl Example").wait_for()
        page.get_by_role("searchbox", name="Search by name").fill("cleo")
        page.get_by_text("Carl Example").wait_for(state="detached")
        page.get_by_text("Cleo Example").wait_for()
        page.get_by_role("searchbox", name="Search by name").fill("zzz")
        page.get_by_text("No person with this name").wait_for()
        self.axe(page, "no person")

    def test_an_invitation_is_withdrawn(self):
        page = self.open("/")
        self.add_person(page, "Dee Example", "dee.example@example.com")
        if not self.process:
            person = page.url.rsplit("/", 1)[1]
            self.ask("teams.setMember", team="default", person=person, role="member")
        link = self.invite(page, "Dee Example")
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Withdraw the invitation of Dee Example").last.click()
        page.get_by_role("button", name="Withdraw the invitation of Dee Example").first.wait_for(state="detached")
        again = self.open(link.removeprefix(self.base), logged_in=False, ready=False)
        again.get_by_text("This link is invalid").wait_for()

    def test_a_person_gets_an_account_loses_it_and_is_removed(self):
        page = self.open("/", size=NARROW)
        person = self.add_person(page, "Eve Example", "eve.example@example.com")
        page.get_by_role("button", name="Add account").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Provider").fill("https://login.example.com")
        if self.process:
            # An account of another person is reported at its field, and the text stays.
            dialog.get_by_label("Account").fill("1906")
            page.keyboard.press("Enter")
            dialog.get_by_role("alert").get_by_text("Another person has").wait_for()
            self.assertEqual(dialog.get_by_label("Account").get_attribute("aria-invalid"), "true")
            self.axe(page, "a taken account")
            self.picture(page, "account-390")
        dialog.get_by_label("Account").fill("eve-1")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Remove the account eve-1").click()
        self.axe(page, "remove account")
        page.get_by_role("dialog").get_by_role("button", name="Remove account").click()
        page.get_by_role("button", name="Remove the account eve-1").wait_for(state="detached")
        self.assertEqual(self.ask("people.get", id=person)["identities"], [])
        page.get_by_role("main").get_by_role("button", name="Remove person").click()
        page.get_by_role("dialog").get_by_text("They are logged out").wait_for()
        self.axe(page, "remove person")
        self.picture(page, "remove-person-390")
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        self.assertEqual(self.ask("people.get", id=person)["name"], "Eve Example", "a question changes nothing")
        page.get_by_role("main").get_by_role("button", name="Remove person").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove person").click()
        page.get_by_text("Eve Example was removed.").wait_for()
        self.at(page, "/people")
        with self.assertRaises(Refused):
            self.ask("people.get", id=person)
        self.quiet()

    def test_a_team_is_renamed_here_and_elsewhere_and_removed_once_it_has_no_standups(self):
        page = self.open("/")
        team = self.add_team(page, "Mobile")
        page.get_by_role("button", name="Rename team").click()
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill("Phones")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Phones").wait_for()
        self.ask("teams.rename", id=team, name="Handsets")
        page.get_by_role("heading", name="Handsets").wait_for()
        made = self.ask("standups.create", title="Of the team", attendees=[], team=team)
        page.get_by_role("button", name="Remove team").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove team").click()
        page.get_by_role("dialog").get_by_role("alert").get_by_text("standup").wait_for()
        self.axe(page, "a team with standups")
        self.ask("standups.delete", id=made["id"])
        page.get_by_role("dialog").get_by_role("button", name="Remove team").click()
        page.get_by_text("was removed.").wait_for()
        self.at(page, "/teams")
        page.get_by_role("link", name="Handsets").wait_for(state="detached")
        page.goto(self.base + "/teams/default")
        page.get_by_role("button", name="Rename team").wait_for()
        self.assertEqual(page.get_by_role("button", name="Remove team").count(), 0, "the default team stays")

    def test_terms_of_a_team_are_added_removed_and_imported(self):
        page = self.open("/")
        team = self.add_team(page, "Terms crew")
        page.get_by_text("No terms yet").wait_for()
        page.get_by_label("Term", exact=True).fill("nginx")
        page.get_by_label("Sounds like (optional)").fill("engine x")
        page.keyboard.press("Enter")
        page.get_by_text("sounds like “engine x”").wait_for()
        self.assertEqual(page.get_by_label("Term", exact=True).input_value(), "")
        self.axe(page, "glossary")
        self.picture(page, "glossary")

        page.get_by_role("button", name="Remove nginx").click()
        page.get_by_text("No terms yet").wait_for()
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("sounds like “engine x”").wait_for()

        terms = {"name": "terms.txt", "mimeType": "text/plain", "buffer": b"Grafana\nC++\nRedis = red is\n"}
        page.get_by_label("Import a list").set_input_files([terms])
        page.get_by_text("2 terms imported. Skipped lines: 2.").wait_for()
        page.reload()
        page.get_by_text("Grafana", exact=True).wait_for()
        self.assertEqual(self.ask("glossary.list", team=team)["terms"], [
            {"term": "Grafana"}, {"term": "nginx", "soundsLike": "engine x"}, {"term": "Redis", "soundsLike": "red is"}])

    def test_the_retention_of_a_team_is_shortened_and_undone(self):
        page = self.open("/")
        team = self.add_team(page, "Short memory")
        choice = page.get_by_label("Retained for")
        choice.wait_for()
        self.assertEqual(choice.input_value(), "")
        choice.select_option("30 days")
        page.get_by_text("The retention was changed.").wait_for()
        page.get_by_text("Applies from ").wait_for()
        self.assertEqual(self.retained(team), 30)
        self.axe(page, "retention")
        self.picture(page, "retention")
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("Applies from ").wait_for(state="detached")
        self.holds(page, "document.getElementById('retention').value === ''")
        self.assertIsNone(self.retained(team))
        choice.select_option("90 days")
        page.get_by_text("Applies from ").wait_for()
        page.reload()
        self.holds(page, "document.getElementById('retention')?.value === '90'")
        if self.process:
            self.tell("role", role="member")
            page = self.open(f"/teams/{team}")
            page.get_by_text("90 days").wait_for()
            self.assertEqual(page.get_by_label("Retained for").count(), 0, "a member only sees it")
        self.quiet()

    def retained(self, team):
        """Returns the number of days for which transcripts of a team are retained; None for no own limit."""
        return {each["team"]: each for each in self.ask("standups.retention")["teams"]}.get(team, {}).get("days")

    def test_a_person_is_erased_after_everything_was_shown(self):
        design = self.standup(title="Erasure", names=("Zoë Erased", "Grace"))
        if self.process:
            self.tell("past", standup=design["id"], lines=["I said this.", "And this.", "Grace said that.", "Grace, again."])
        person = self.ask("people.add", name="Zoë Erased", email="zoe.erased@example.com")["id"]
        self.forget("people.remove", id=person)
        page = self.open(f"/people/{person}")
        page.get_by_role("button", name="Erase words and name…").click()
        dialog = page.get_by_role("dialog")
        self.assertEqual(dialog.get_by_label("Name").input_value(), "Zoë Erased")
        dialog.get_by_role("button", name="Find").click()
        page.get_by_role("heading", name="Erase Zoë Erased permanently?").wait_for()
        dialog.get_by_text("Erasure: an attendee").wait_for()
        dialog.get_by_text("zoe.erased@example.com").wait_for()
        self.axe(page, "what is erased")
        self.picture(page, "erase")
        dialog.get_by_role("button", name="Erase permanently").click()
        page.get_by_role("heading", name="Zoë Erased was erased.").wait_for()
        self.axe(page, "erased")
        dialog.get_by_role("button", name="Close").click()
        self.at(page, "/people")
        self.assertEqual([each["name"] for each in self.ask("standups.get", id=design["id"])["summary"]["standup"]["attendees"]], ["Grace"])
        # A name without a person is found from the list of persons.
        page.get_by_role("button", name="Erase a person").click()
        page.get_by_role("dialog").get_by_label("Name").fill("Zoë Erased")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Nothing was found for “Zoë Erased”.").wait_for()
        self.quiet()

    def test_a_token_is_added_used_and_revoked(self):
        page = self.open("/tokens", size=NARROW)
        page.get_by_role("button", name="Add token").click()
        page.get_by_label("Name").fill("wall")
        page.get_by_label("Team").select_option("default")
        page.get_by_label("Role").select_option("Member")
        page.get_by_label("Expires after").select_option("30 days")
        self.axe(page, "new token")
        page.get_by_role("dialog").get_by_role("button", name="Add").click()
        token = page.get_by_role("dialog").get_by_label("Token")
        token.wait_for()
        token = token.input_value()
        self.axe(page, "token")
        self.picture(page, "token")
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Revoke wall").wait_for()
        self.assertNotIn(token, page.content())
        self.assertEqual(self.with_token(page, token), 200)
        page.get_by_role("button", name="Revoke wall").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        page.get_by_role("button", name="Revoke wall").wait_for(state="detached")
        self.assertEqual(self.with_token(page, token), 401)
        self.quiet()

    def with_token(self, page, token):
        """Returns the status of a program's request."""
        request = urllib.request.Request(f"{self.base}/api/me", headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code


if __name__ == "__main__":
    import unittest
    unittest.main()
