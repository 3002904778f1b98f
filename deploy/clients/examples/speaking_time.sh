#!/bin/sh
# Says of each meeting that ends how long it ran and how long each one spoke, one line for each.
#
#   ./speaking_time.sh [--count N]      ends after N meetings; otherwise with Ctrl-C
#
# Needs `standups` and `jq` in PATH. Tab-separated: when it began, of which standup, how long it ran, who spoke how long.
set -eu

standups watch --json --type meeting.finished "$@" |
  jq --unbuffered -r '
    .data | select(.meeting) | .title as $title | .meeting
    | [ .date, $title,
        ((.durationMs // 0) / 1000 | tostring) + " s",
        ( [ .segments[] | {speaker, ms: (.toMs - .fromMs)} ]
          | group_by(.speaker)
          | map("\(.[0].speaker) \((map(.ms) | add) / 1000) s")
          | join(", ")
          | if . == "" then "no transcript" else . end ) ]
    | @tsv'
