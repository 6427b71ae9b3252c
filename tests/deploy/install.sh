#!/bin/sh
# Gives the tests of the deployment an nginx where that can be done without asking: Debian or Ubuntu, as
# root. Elsewhere it says in one line what is missing; those tests are then reported as skipped.
set -eu
if command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ]; then exit 0; fi
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  echo "Installing nginx for the tests of the deployment..."
  log=$(mktemp)
  # Installing must not start a server on this machine: the tests start their own.
  if apt-get update -qq >"$log" 2>&1 \
    && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light >>"$log" 2>&1; then
    rm -f "$log"; exit 0
  fi
  tail -n 20 "$log" >&2
fi
echo "No nginx here: the tests of the deployment are skipped. Install one (nginx-light) to run them."
