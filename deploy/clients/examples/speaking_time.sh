#!/bin/sh
# Prints a line for each meeting that ends: its duration, and the speaking time of each attendee.
#
#   ./speaking_time.sh [--count N]      exits after N meetings; without it, on Ctrl-C
#
# Requires `standups` and `jq` in PATH. Tab-separated columns: start, standup, duration, speaking times.
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
