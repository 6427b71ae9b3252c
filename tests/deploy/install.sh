#!/bin/sh
# Gives the tests of the deployment an nginx and systemd's checker of units where that can be done without
# asking: Debian or Ubuntu, as root. Elsewhere it says in one line what is missing; those tests are skipped.
set -eu
missing=""
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="nginx-light"
command -v systemd-analyze >/dev/null 2>&1 || missing="$missing systemd"
if [ -z "$missing" ]; then exit 0; fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing for the tests of the deployment: $missing..."
  log=$(mktemp)
  # Installing must not start a server on this machine: the tests start their own.
  # shellcheck disable=SC2086  # a list of packages
  if apt-get update -qq >"$log" 2>&1 \
    && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >>"$log" 2>&1; then
    rm -f "$log"; exit 0
  fi
  tail -n 20 "$log" >&2
fi
echo "Not here: $missing. The tests of the deployment that need it are skipped; install it to run them."
