"""The list of services, and the features of the checkout, as Python reads them."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from contract.symbols import contracts
from support import ROOT, catalog

SWIFT = """
  init(_ name: String) {}
  public static let router = CatalogedService(
    "router", words: ["router", "events"])
  public static let children = [
    CatalogedService("timer"),
    CatalogedService(
      "focus", keepsDocuments: true, settings: ["FOCUS_MINUTES"]),
  ]
  public static let all = [router] + children
  public static let deploymentSettings = [
    "PUBLISH", "WEB_PORT",
  ].map { "STANDUPS_\\($0)" }
"""


class CatalogTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        self.write(catalog.CATALOG, SWIFT)
        for feature in ("Focus", "Router", "Snapshot", "Archive", "Timer"):
            (self.root / "Services" / feature / "Contract").mkdir(parents=True)
        (self.root / "Services/Command").mkdir()

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def test_services_have_the_order_of_the_catalog(self) -> None:
        self.assertEqual(catalog.services(self.root), ["router", "timer", "focus"])

    def test_services_that_store_documents_are_known(self) -> None:
        self.assertEqual(catalog.keepers(self.root), ("focus",))
        self.assertIn("standups", catalog.keepers())

    def test_features_without_a_service_follow_the_router(self) -> None:
        self.assertEqual(catalog.features(self.root), ("Router", "Archive", "Snapshot", "Timer", "Focus"))
        self.assertEqual(catalog.service("Snapshot", self.root), "router")
        self.assertEqual(catalog.service("Focus", self.root), "focus")

    def test_a_service_without_a_contract_is_reported(self) -> None:
        (self.root / "Services/Focus/Contract").rmdir()
        with self.assertRaisesRegex(catalog.Mistake, "Services/Focus/Contract"):
            catalog.features(self.root)

    def test_a_catalog_without_the_router_is_reported(self) -> None:
        self.write(catalog.CATALOG, SWIFT.replace('"router", words', '"root", words'))
        with self.assertRaisesRegex(catalog.Mistake, 'calls the router "root"'):
            catalog.services(self.root)

    def test_the_settings_of_the_deployment_have_their_prefix(self) -> None:
        self.assertEqual(catalog.deployment_settings(self.root), ["STANDUPS_PUBLISH", "STANDUPS_WEB_PORT"])
        self.write(catalog.CATALOG, "")
        with self.assertRaisesRegex(catalog.Mistake, "deploymentSettings"):
            catalog.deployment_settings(self.root)

    def test_contracts_without_a_document_have_the_order_of_the_catalog(self) -> None:
        self.assertEqual(contracts(self.root), ("RouterAPI", "ArchiveAPI", "SnapshotAPI", "TimerAPI", "FocusAPI"))

    def test_contracts_keep_their_place_in_the_document_and_new_ones_follow(self) -> None:
        self.write("docs/asyncapi.yaml", "a:\n      x-service: timer\nb:\n      x-service: router\n")
        self.assertEqual(contracts(self.root), ("TimerAPI", "RouterAPI", "ArchiveAPI", "SnapshotAPI", "FocusAPI"))

    def test_the_checkout_has_a_test_directory_for_each_feature(self) -> None:
        found = catalog.features()
        self.assertGreater(len(found), 10)
        self.assertEqual([name for name in found if not (ROOT / "Tests" / name).is_dir()], [])


if __name__ == "__main__":
    unittest.main()
