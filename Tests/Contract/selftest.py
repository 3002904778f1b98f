"""The checker must fail when it should: `run --self-test`."""

import copy
import http.client
import json
import tempfile
import unittest
import uuid
from pathlib import Path
from unittest.mock import Mock

import yaml
from contract import catalog, parts, scenario, symbols, web, writer
from contract.check import Checker, may_fail
from contract.document import Document
from contract.leaks import streams
from contract.leaks.rules import Principal
from contract.traffic import Event, Message

PATH = Path(__file__).resolve().parents[2] / "docs/asyncapi.yaml"
ROOT = yaml.safe_load(PATH.read_text(encoding="utf-8"))
WEB = web.WebDocument()


def document(change=lambda root: None) -> Document:
    root = copy.deepcopy(ROOT)
    change(root)
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(root, file)
        file.flush()
        return Document(Path(file.name))


def message(kind: str, target: str, body: object, **header: object) -> Message:
    head = f"STB1 {kind} {target} {json.dumps({'id': str(uuid.uuid4())} | header)}"
    return Message((head.encode(), json.dumps(body).encode()), "timer", True)


def problems(*items: Message | Event, of: Document | None = None) -> list[str]:
    checker = Checker(of or document(), set())
    checker.take(items)
    return list(checker.problems)


class CheckerTests(unittest.TestCase):
    def test_a_right_message_passes(self) -> None:
        self.assertEqual(problems(message("CMD", "timer.get", {"id": "tool/egg"})), [])

    def test_a_message_without_a_schema_fails(self) -> None:
        self.assertIn("has no schema", problems(message("CMD", "timer.boil", {}))[0])

    def test_a_member_that_is_not_described_fails(self) -> None:
        self.assertIn("$.color is not described", problems(message("CMD", "timer.get", {"id": "tool/e", "color": 1}))[0])
        deep = {"id": "meeting/m", "line": {"key": "k", "fromMs": 0, "toMs": 1, "text": "t", "mood": "good"}}
        self.assertIn("$.line.mood", problems(message("DLG", "transcription.lineRecognized", deep))[0])

    def test_a_member_that_is_missing_or_wrong_fails(self) -> None:
        self.assertIn("required", problems(message("CMD", "timer.get", {}))[0])
        self.assertIn("too long", problems(message("CMD", "timer.get", {"id": "tool/" + "e" * 124}))[0])
        self.assertIn("headers", problems(message("CMD", "timer.get", {"id": "tool/e"}, attempt=0))[0])

    def test_an_error_that_the_document_does_not_expect_fails(self) -> None:
        asked = message("CMD", "timer.get", {"id": "tool/egg"})
        error = {"code": "compacted", "message": "Gone.", "retryable": False}
        answer = message("ERR", "-", error, cause=asked.header["id"])
        self.assertIn("compacted", problems(asked, answer)[0])

    def test_a_repeated_command_may_find_its_result_erased(self) -> None:
        described = {"x-errors": []}
        self.assertFalse(may_fail(described, {"code": "not_found", "message": "It is gone."}))
        self.assertTrue(may_fail(described, {"code": "not_found", "detail": {"wasDone": "true"}}))

    def test_a_command_that_is_declared_for_others_fails(self) -> None:
        manifest = {"service": "timer", "instance": str(uuid.uuid4()), "minor": 0, "capacity": 1, "isSharded": False,
                    "delegates": [], "commands": [{"target": "timer.get", "access": "observer", "teams": "any"}]}
        self.assertEqual(problems(message("HELLO", "timer", manifest)), [])
        manifest["commands"][0]["access"] = "anyone"
        self.assertIn("its access is anyone, not observer", problems(message("HELLO", "timer", manifest))[0])
        manifest["commands"] = [{"target": "timer.get", "access": "observer"}]
        self.assertIn("it is for persons in all teams, not any", problems(message("HELLO", "timer", manifest))[0])
        manifest["commands"] = [{"target": "timer.pause", "access": "anyone"}]
        self.assertIn("its access is anyone, not owner", problems(message("HELLO", "timer", manifest))[0])

    def test_an_event_under_a_wrong_topic_fails(self) -> None:
        event = ROOT["components"]["messages"]["meeting_tick"]["examples"][0]["payload"]
        text = json.dumps(event).encode()
        right = f"t/meeting.tick/{event['subject']}/ ".encode()
        self.assertEqual(problems(Event(right + text)), [])
        self.assertTrue(problems(Event(right.replace(b"/ ", b" ") + text)))
        self.assertTrue(problems(Event(b"t/meeting.tick/another/ " + text)))

    def test_an_event_under_the_topic_of_another_team_fails(self) -> None:
        event = ROOT["components"]["messages"]["meeting_tick"]["examples"][0]["payload"] | {"team": "web"}
        text = json.dumps(event).encode()
        for team, is_right in [("web", True), ("ops", False)]:
            found = problems(Event(f"g/{team}/t/meeting.tick/{event['subject']}/ ".encode() + text))
            self.assertEqual(found == [], is_right, found)

    def test_what_was_never_seen_is_listed(self) -> None:
        unseen = Checker(document(), set()).unseen()
        for what in ["message timer.get", "topic m/ of meeting.tick", "value busy of components/schemas/ErrorCode",
                     "member components/schemas/Error/properties/retryAfterMs"]:
            self.assertIn(what, unseen)


class DocumentTests(unittest.TestCase):
    def test_the_document_is_sound(self) -> None:
        self.assertEqual(list(document().problems()), [])

    def test_what_is_wrong_with_a_document_is_found(self) -> None:
        def message_of(root: dict) -> dict:
            return root["components"]["messages"]["timer_get"]
        changes = {
            "points at nothing": lambda root: message_of(root).update(payload={"$ref": "#/components/schemas/Nix"}),
            "has no example": lambda root: message_of(root).pop("examples"),
            "required": lambda root: message_of(root)["examples"][0].update(payload={}),
            "used nowhere": lambda root: root["components"]["schemas"].update(Lost={"description": "It is."}),
            "no operation": lambda root: root["operations"].pop("timer_get"),
            "AsyncAPI 3.0": lambda root: root["operations"]["timer_get"].update(action="fetch"),
        }
        for problem, change in changes.items():
            with self.subTest(problem):
                self.assertIn(problem, "\n".join(document(change).problems()))


class WebDocumentTests(unittest.TestCase):
    @staticmethod
    def document(change=lambda root: None) -> web.WebDocument:
        root = copy.deepcopy(WEB.root)
        change(root)
        return web.WebDocument(root)

    def test_the_document_is_sound(self) -> None:
        self.assertEqual(list(self.document().problems()), [])

    def test_what_is_wrong_with_a_document_is_found(self) -> None:
        def operation(root: dict) -> dict:
            return root["paths"]["/api/commands/timer.get"]["post"]

        def body(root: dict) -> dict:
            return operation(root)["requestBody"]["content"]["application/json"]

        changes = {
            "OpenAPI 3.1": lambda root: operation(root).update(requestBody={}),
            "points at nothing": lambda root: body(root)["schema"].update({"$ref": "#/components/schemas/Nix"}),
            "required": lambda root: body(root).update(example={}),
            "used nowhere": lambda root: root["components"]["schemas"].update(Lost={"description": "It is."}),
            "no description": lambda root: root["components"]["schemas"]["WebLogin"].pop("description"),
        }
        for problem, change in changes.items():
            with self.subTest(problem):
                self.assertIn(problem, "\n".join(self.document(change).problems()))

    def test_a_response_that_the_document_does_not_describe_fails(self) -> None:
        def violations(method: str, path: str, status: int, body: bytes = b"", **fields: str) -> str:
            headers = http.client.HTTPMessage()
            for name, value in fields.items():
                headers[name.replace("_", "-")] = value
            return "; ".join(WEB.violations(method, path, web.Answer(status, headers, body)))

        json_type, error = "application/json", b'{"code":"invalid","message":"No.","retryable":false}'
        me = b'{"name":"Ada","role":"observer","session":"1"}'
        self.assertEqual(violations("GET", "/api/me", 200, me, Content_Type=json_type), "")
        self.assertEqual(violations("GET", "/assets/1/Focus/Page/part.js", 304), "")
        self.assertEqual(violations("POST", "/api/commands/timer.get", 400, error, Content_Type=json_type), "")
        for problem, found in {
            "request is not described": violations("PUT", "/api/me", 200),
            "request": violations("POST", "/api/commands/timer.nix", 200),
            "status 418": violations("GET", "/api/me", 418),
            "Set-Cookie": violations("GET", "/api/me", 200, me, Content_Type=json_type, Set_Cookie="a=b"),
            "media type text/html": violations("GET", "/api/me", 200, me, Content_Type="text/html"),
            "'role'": violations("GET", "/api/me", 200, b'{"name":"Ada","session":"1"}', Content_Type=json_type),
            "no body": violations("POST", "/api/login", 204, b"{}", Content_Type=json_type),
            "a body": violations("GET", "/api/me", 200),
        }.items():
            with self.subTest(problem):
                self.assertIn(problem, found)


class StreamTests(unittest.TestCase):
    OWN = ({"event": {"type": "standup.updated", "team": "web"}}, {"event": {"type": "meeting.tick", "team": "web"}})

    def found(self, *frames: object) -> list[str]:
        """The kinds and texts of the findings in frames that a member of the team `web` received."""
        matrix = Mock()
        member = Principal("web-member", roles={"web": "member"})
        streams.check_frames(matrix, member, [json.dumps(frame) for frame in frames], has_ticks=True)
        self.assertEqual(matrix.inspect.call_count, len(frames))
        return [f"{call.args[0]}: {call.args[2]}" for call in matrix.report.call_args_list]

    def test_what_belongs_to_the_own_team_passes(self) -> None:
        self.assertEqual(self.found({"beat": {}}, *self.OWN), [])

    def test_an_event_of_another_or_no_team_is_a_leak(self) -> None:
        for event in ({"type": "standup.updated", "team": "ops"}, {"type": "person.added"}):
            found = self.found({"event": event}, *self.OWN)
            self.assertEqual([text.partition(":")[0] for text in found], ["leak"])

    def test_missing_events_and_ticks_are_found(self) -> None:
        self.assertEqual(self.found(self.OWN[1]), [])
        self.assertEqual(self.found(self.OWN[0]), ["stream: received no ticks of web"])
        self.assertEqual(self.found(), ["stream: received no events of web", "stream: received no ticks of web"])


class PartsTests(unittest.TestCase):
    def test_parts_are_found_by_directory_in_the_order_of_the_catalog(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            for path, text in {
                catalog.CATALOG: (
                    '  public static let router = CatalogedService("router")\n  public static let children = [\n'
                    '    CatalogedService("tea"), CatalogedService("cake"),\n  ]\n'
                    "  public static let all = [router] + children\n"),
                "Tests/Tea/trial.py": "TEMPERATURE = 90\n", "Tests/Router/trial.py": "", "Tests/Other/trial.py": "",
            }.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            for feature in ("Cake", "Router", "Tea"):
                (root / "Services" / feature / "Contract").mkdir(parents=True)
            found = parts.load("trial", root)
            self.assertEqual(list(found), ["Router", "Tea"])
            self.assertEqual(found["Tea"].TEMPERATURE, 90)

    def test_each_part_of_the_scenario_is_that_of_a_feature_and_does_something(self) -> None:
        found = parts.load("contract")
        directories = {path.parent.name for path in catalog.ROOT.glob("Tests/*/contract.py")}
        self.assertEqual(directories, set(found))
        names = ("survive", *scenario.PHASES, "recover")
        self.assertEqual([name for name, part in found.items() if not any(hasattr(part, one) for one in names)], [])

    def test_no_word_of_a_part_is_one_of_the_document(self) -> None:
        words = {name.split(".")[0] for name in Document(PATH).messages}
        self.assertEqual(scenario.theirs(scenario.parts()) & words, set())


class WriterTests(unittest.TestCase):
    def test_a_member_without_a_comment_fails(self) -> None:
        def body(doc: list[str]) -> dict:
            owner = symbols.Declaration("id", "Boil", "struct", "TeaAPI", ("", 1), ["Boils water."])
            owner.members.append(symbols.Member("litres", doc, symbols.Type("int")))
            built = writer.Writer.__new__(writer.Writer)
            built.facts = {"bounds": {}, "enumerations": {}}
            built.schema = lambda _: {"type": "integer"}
            built.choices = lambda _: []
            return built.body(owner)

        self.assertEqual(body(["Volume."])["properties"], {"litres": {"type": "integer", "description": "Volume."}})
        with self.assertRaisesRegex(symbols.Failure, "Boil.litres has no comment"):
            body([])

    def test_events_have_their_source_and_the_traits_that_are_not_the_default(self) -> None:
        def event(name: str, source: str, *, is_durable: bool = True, is_published: bool = True) -> dict:
            return {"name": name, "event": {"source": source, "isDurable": is_durable, "isPublished": is_published}}

        facts = {"messages": {
            "Tick": event("tea.tick", "timer", is_durable=False), "Ready": event("tea.ready", "tea"),
            "Ping": event("tea.ping", "tea", is_published=False)}}
        self.assertEqual(writer.event_catalog(facts, ["Ready", "Ping", "Tick"]).splitlines(), [
            "// Generated by scripts/contracts from the traits of the events.",
            "",
            "extension ServiceCatalog {",
            "  /// Events of all contracts.",
            "  public static let events: [CatalogedEvent] = [",
            '    CatalogedEvent("tea.ready", from: "tea"),',
            '    CatalogedEvent("tea.ping", from: "tea", isPublished: false),',
            '    CatalogedEvent("tea.tick", from: "timer", isDurable: false),',
            "  ]",
            "}",
        ])


if __name__ == "__main__":
    unittest.main()
