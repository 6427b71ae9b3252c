#!/bin/sh
# Gives the browser tests a Chromium where that can be done without asking: Debian or Ubuntu, as root.
# Elsewhere it says in one line what is missing; the browser tests are then reported as skipped.
set -eu
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing Chromium for the browser tests..."
  log=$(mktemp)
  if apt-get update -qq >"$log" 2>&1 \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >>"$log" 2>&1; then
    rm -f "$log"; exit 0
  fi
  tail -n 20 "$log" >&2
fi
echo "No Chromium here: the browser tests are skipped. Install one (chromium or google-chrome) to run them."
