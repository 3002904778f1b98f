"""scripts/icons draws the PNG files of the page's icons."""

from __future__ import annotations

import struct
import tempfile
import unittest
import zlib
from pathlib import Path

from support import program

icons = program("icons")

#: A square with a round corner, and a quarter of a ring around its centre, from the top to the right.
SOURCE = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#ff8000"/>'
          '<g fill="none" stroke="#000000" stroke-width="4"><path d="M8 2A6 6 0 0 1 14 8" opacity=".5"/></g></svg>')


class IconsTests(unittest.TestCase):
    def pixel(self, rows: bytes, x: int, y: int) -> tuple[int, ...]:
        start = y * (16 * 4 + 1) + 1 + 4 * x
        return tuple(rows[start : start + 4])

    def test_shapes_cover_one_another(self) -> None:
        rows = icons.drawn(SOURCE, 16)
        self.assertEqual(len(rows), 16 * (16 * 4 + 1))
        self.assertEqual(self.pixel(rows, 8, 8), (255, 128, 0, 255), "the square")
        self.assertEqual(self.pixel(rows, 0, 0)[3], 0, "outside of the round corner")
        self.assertEqual(self.pixel(rows, 12, 3), (128, 64, 0, 255), "half of the arc's black on the square")
        self.assertEqual(self.pixel(rows, 3, 3), (255, 128, 0, 255), "the other quarters have no arc")
        self.assertEqual(self.pixel(rows, 12, 12), (255, 128, 0, 255))

    def test_a_group_is_moved_and_scaled(self) -> None:
        moved = SOURCE.replace('<g fill', '<g transform="translate(4 4) scale(.5)" fill')
        rows = icons.drawn(moved, 16)
        self.assertEqual(self.pixel(rows, 9, 5), (128, 64, 0, 255))
        self.assertEqual(self.pixel(rows, 13, 2), (255, 128, 0, 255))

    def test_what_cannot_be_drawn_is_named(self) -> None:
        for part, changed, problem in (
            ("A6 6 0 0 1 14 8", "L14 8", "the path M8 2L14 8"),
            ("#ff8000", "red", "the colour red"),
            ("<rect", "<circle", "the element {http://www.w3.org/2000/svg}circle"),
            ("0 0 16 16", "1 0 16 16", "the view box 1 0 16 16"),
            ("<rect", '<rect x="1"', "the attribute x of rect"),
        ):
            with self.assertRaises(icons.Unknown) as raised:
                icons.drawn(SOURCE.replace(part, changed, 1), 16)
            self.assertEqual(str(raised.exception), problem)

    def test_the_file_is_a_picture_of_its_size_and_is_read_again(self) -> None:
        rows = icons.drawn(SOURCE, 16)
        data = icons.png(rows, 16)
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (16, 16))
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "icon.png"
            self.assertIsNone(icons.rows_of(file, 16), "no file")
            # Another version of zlib compresses differently, which is not a difference of the picture.
            file.write_bytes(data[:33] + icons.chunk(b"IDAT", zlib.compress(rows, 1)) + icons.chunk(b"IEND", b""))
            self.assertEqual(icons.rows_of(file, 16), rows)
            self.assertIsNone(icons.rows_of(file, 32), "another size")


if __name__ == "__main__":
    unittest.main()
