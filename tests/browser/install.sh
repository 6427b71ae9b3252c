#!/bin/sh
# Gives the browser tests a Chromium where that can be done without asking: Debian or Ubuntu, as root.
# Elsewhere it says in one line what is missing; the browser tests are then reported as skipped.
set -eu
found() {
  for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}
install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >>"$log" 2>&1
}
whole() { found chromium chromium-browser google-chrome; }
shell() { found chromium-headless-shell; }

if whole && shell; then exit 0; fi
if found apt-get && [ "$(id -u)" = 0 ]; then
  log=$(mktemp)
  echo "Installing Chromium for the browser tests..."
  apt-get update -qq >"$log" 2>&1 || true
  whole || install chromium || tail -n 20 "$log" >&2
  # The engine without a window makes the tests quicker; where there is no such package they do without.
  shell || install chromium-headless-shell || true
  rm -f "$log"
fi
whole || echo "No Chromium here: the browser tests are skipped. Install one (chromium or google-chrome) to run them."
