from __future__ import annotations

import sys
from pathlib import Path

FAULTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(FAULTS), str(FAULTS.parent / "Contract")]
