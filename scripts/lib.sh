# shellcheck shell=bash
# Shared by the scripts in this directory: source it, do not run it.
#
#   root                 the checkout
#   say, step, done_in   print progress, and the time that a step took
#   warn, die            print a problem and its fix; die exits with a sysexits code
#   quietly              runs a long command: progress on the screen, output in a log
#   build                builds with Swift, through `quietly`

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root

# The sysexits codes that these scripts end with.
# shellcheck disable=SC2034  # used by the scripts that source this file
readonly EX_USAGE=64 EX_DATAERR=65 EX_UNAVAILABLE=69 EX_CANTCREAT=73 EX_NOPERM=77

# No colour in a file, on a dumb terminal, or with NO_COLOR.
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\e[1m' green=$'\e[32m' yellow=$'\e[33m' red=$'\e[31m' plain=$'\e[0m' live=yes
else
  bold='' green='' yellow='' red='' plain='' live=''
fi

# Messages go to standard error, so that standard output has only results.
say() { printf '%s\n' "$*" >&2; }
step() { printf '%s==>%s %s\n' "$bold" "$plain" "$*" >&2; }
fine() { printf '  %sok%s   %s\n' "$green" "$plain" "$*" >&2; }
warn() { printf '  %snote%s %s\n' "$yellow" "$plain" "$*" >&2; }

# die CODE SENTENCE [LINE...]: SENTENCE names the problem, each LINE a next step.
die() {
  local code=$1
  printf '%serror:%s %s\n' "$red" "$plain" "$2" >&2
  shift 2
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit "$code"
}

# usage CODE: prints the comment at the start of the script as its help. With a code other than 0, to standard error.
usage() {
  local text
  text=$(sed -n '2,/^$/{ s/^# \{0,1\}//p }' "$0")
  if [ "$1" -eq 0 ]; then printf '%s\n' "$text"; else say "$text"; fi
  exit "$1"
}

elapsed() { # elapsed SECONDS: the duration in a readable form
  if [ "$1" -lt 60 ]; then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

# --- cleanup at exit ------------------------------------------------------------------------------

undo=()
at_exit() { undo+=("$*"); }
_undo_all() {
  local code=$? i
  trap - EXIT
  set +e
  for ((i = ${#undo[@]} - 1; i >= 0; i--)); do eval "${undo[i]}"; done
  exit "$code"
}
trap _undo_all EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# temporary_folder: sets $scratch to a new directory that is removed at exit. Its path is short because a Unix
# socket's path has at most 107 bytes.
temporary_folder() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/standups-XXXXXX")
  at_exit "rm -rf -- $(printf %q "$scratch")"
}

# --- progress --------------------------------------------------------------------------------------

# The ticker is the background job and the work stays in the foreground, because a shell makes its background jobs
# ignore Ctrl-C. It waits by reading from a pipe that is always empty, so that killing it leaves no `sleep` behind.
_ticker() { # _ticker LABEL PROBE LOG
  local begin=$SECONDS frame=0 frames=('|' '/' '-' "\\") pause=5 never
  exec {never}<> <(:)
  [ -z "$live" ] || pause=0.3
  while kill -0 $$ 2>/dev/null; do
    if [ -n "$live" ]; then
      printf '\r\e[K  %s  %s %s  %s' "${frames[frame++ % 4]}" "$1" \
        "$(elapsed $((SECONDS - begin)))" "$("$2" "$3" 2>/dev/null)" >&2
    elif [ "$SECONDS" -gt "$begin" ]; then
      printf '.' >&2
    fi
    read -r -t "$pause" -u "$never" || continue
  done
}

no_probe() { :; }

# quietly LABEL PROBE LOG COMMAND...: runs the command with its output in LOG, shows progress, and returns the
# command's own status. PROBE is a function that reads LOG and prints the progress.
quietly() {
  local label=$1 probe=$2 log=$3 begin=$SECONDS status=0 ticker
  shift 3
  [ -n "$live" ] || printf '       %s ' "$label" >&2
  # Descriptor 9 is a lock in some scripts; the ticker must not hold it.
  _ticker "$label" "$probe" "$log" 9>&- &
  ticker=$!
  at_exit "kill $ticker 2>/dev/null"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if kill "$ticker" 2>/dev/null; then wait "$ticker" 2>/dev/null || true; fi
  unset 'undo[-1]'
  if [ -n "$live" ]; then printf '\r\e[K' >&2; else printf '\n' >&2; fi
  [ "$status" -ne 0 ] || fine "$label ($(elapsed $((SECONDS - begin))))"
  return "$status"
}

# --- locations -------------------------------------------------------------------------------------

engine_folder() {
  printf '%s\n' "${STANDUPS_ENGINE:-${XDG_CACHE_HOME:-$HOME/.cache}/standups/engine}"
}

# The Debian packages python3-venv and python3-zmq belong to this interpreter, not to another one
# that may come first in PATH.
python() {
  local found=${STANDUPS_PYTHON:-/usr/bin/python3}
  [ -x "$found" ] || found=$(command -v python3) ||
    die "$EX_UNAVAILABLE" "Python 3 is missing." "Install it with scripts/setup."
  "$found" "$@"
}

# built_objects DIRECTORY: the objects of a build, without those of sources and targets that no longer exist, which SwiftPM
# leaves behind.
built_objects() {
  python - "$1" "$root" <<'END'
import json
import sys
from pathlib import Path

build, root = map(Path, sys.argv[1:])
for module in sorted(build.glob("*.build")):
    outputs = module / "output-file-map.json"
    if outputs.is_file():
        for source, files in json.loads(outputs.read_text(encoding="utf-8")).items():
            if source and Path(source).is_file() and Path(files.get("object", "")).is_file():
                print(files["object"])
    elif any((root / folder / module.stem).is_dir() for folder in ("Sources", "Tests")):
        print(*module.rglob("*.o"), sep="\n")
END
}

# Directory in which scripts/toolchain installs Swift.
swift_cache() { printf '%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}/standups/swift"; }

# need_swift: puts Swift 6.3 or newer first in PATH, or ends the script with instructions to get it.
need_swift() {
  local place version major minor
  for place in "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}" "$(swift_cache)"/*/usr/bin; do
    if ! command -v swift >/dev/null && [ -x "$place/swift" ]; then PATH=$place:$PATH; fi
  done
  command -v swift >/dev/null ||
    die "$EX_UNAVAILABLE" "Swift is missing: no 'swift' in PATH." "${get_swift[@]}"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  IFS=. read -r major minor _ <<<"$version"
  if ! [ "${major:-0}" -gt 6 ] && ! { [ "${major:-0}" -eq 6 ] && [ "${minor:-0}" -ge 3 ]; }; then
    die "$EX_UNAVAILABLE" "Swift 6.3 or newer is required; found ${version:-an unknown version}." \
      "Found: $(command -v swift)" "${get_swift[@]}"
  fi
  # shellcheck disable=SC2034  # for scripts that source this file
  swift_version=$version
}
# has_swift: checks for a suitable version, in a subshell because need_swift may exit.
has_swift() { (need_swift) 2>/dev/null; }
get_swift=(
  "Get it from https://www.swift.org/install/linux/, or install it with swiftly:"
  "  curl -O https://download.swift.org/swiftly/linux/swiftly-\$(uname -m).tar.gz"
  "  tar xzf swiftly-\$(uname -m).tar.gz && ./swiftly init && swiftly install 6.3"
  "Then open a new shell and run this again."
)

# --- building --------------------------------------------------------------------------------------

build_probe() { # the last "[done/all]" that SwiftPM printed, in percent
  local last
  last=$(grep -o '^\[[0-9]*/[0-9]*\]' "$1" | tail -n 1 | tr -d '[]')
  [ -z "$last" ] || [ "${last#*/}" -eq 0 ] || printf '%d %% (%s)' $((100 * ${last%/*} / ${last#*/})) "$last"
}

# build LABEL ARGUMENT...: runs `swift build` with these arguments. After a failure prints the errors, then the path
# of the log. A target that imports an undeclared dependency does not compile, as it would fail in another build
# order.
build() {
  local label=$1 log=$root/.build/logs/${1// /-}.log
  shift
  # The compiler leaves a temporary directory behind for each module. The path is the same each time, because SwiftPM's
  # cache of manifests depends on the environment.
  local temporary=$root/.build/tmp
  rm -rf -- "$temporary"
  mkdir -p "$root/.build/logs" "$temporary"
  TMPDIR=$temporary quietly "$label" build_probe "$log" swift build --package-path "$root" \
    --explicit-target-dependency-import-check error "$@" && return
  grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" | tail -n 60 >&2
  die 1 "The build failed." "Complete output: $log"
}

# build_release: builds the products as they are run and shipped.
build_release() { build "release build" -c release "$@"; }

# --- running ---------------------------------------------------------------------------------------

# own_place: makes the started services keep data and sockets in $scratch. The caller's own standups are not touched,
# whatever the environment says.
own_place() {
  unset STANDUPS_ROUTER STANDUPS_COMMANDS STANDUPS_EVENTS STANDUPS_INGEST STANDUPS_WEB
  export STANDUPS_RUNTIME_DIR=$scratch/run STANDUPS_DATA=$scratch/data
  STANDUPS_ENGINE=$(engine_folder)
  export STANDUPS_ENGINE
}

# up: starts everything and returns when it is ready. The supervisor is $supervisor; its output is in $scratch/up, one
# line of JSON per message.
up() {
  # Output of an earlier run must not be mistaken for this one's.
  : >"$scratch/up"
  standups up --json >"$scratch/up" 2>>"$scratch/log" &
  supervisor=$!
  at_exit "down"
  local waited=0
  until grep -q '"event":"ready"' "$scratch/up"; do
    if ! kill -0 "$supervisor" 2>/dev/null || [ "$waited" -ge 600 ]; then
      tail -n 20 "$scratch/up" "$scratch/log" >&2
      die "$EX_UNAVAILABLE" "The services did not become ready; their output is above."
    fi
    sleep 0.1
    waited=$((waited + 1))
  done
  fine "the router and its services are ready"
}

# page_tools DIRECTORY: installs the PyPI packages for the tests of the page in a virtual environment, in fixed
# versions, so that a new version reports nothing in unchanged code.
page_tools() {
  python -m venv "$1"
  quietly "Playwright, axe, oxlint" no_probe "$1/pip.log" "$1/bin/pip" install --quiet --disable-pip-version-check \
    -r "$root/Tests/Page/requirements.txt" ||
    die "$EX_UNAVAILABLE" "The tools from PyPI could not be installed." "$(tail -n 5 "$1/pip.log")"
}

# down: stops everything in order; a second call does nothing. $stopped is the supervisor's exit status.
down() {
  [ -n "${supervisor:-}" ] || return 0
  kill -TERM "$supervisor" 2>/dev/null || true
  # shellcheck disable=SC2034  # for scripts that source this file
  wait "$supervisor" 2>/dev/null || stopped=$?
  supervisor=''
}
