"""The parts of scripts/release: versions and changelog, artefacts, bill of materials, verification, publishing."""
