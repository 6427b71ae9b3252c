#!/bin/sh
# Builds both images, starts what compose.yaml says, holds it to what docs/deploy.md says, and takes it down:
#   deploy/try.sh                                              docker and docker compose
#   ENGINE=podman COMPOSE=podman-compose deploy/try.sh         podman
# Words behind it go to each build: --build-arg PYTHON=... --build-arg NGINX=... for bases of your own.
set -eu
cd "$(dirname "$0")/.."
ENGINE=${ENGINE:-docker}
COMPOSE=${COMPOSE:-$ENGINE compose}
export PORT="${PORT:-8080}" FRAME_ANCESTORS=https://moodle.example.edu
site=http://127.0.0.1:$PORT
[ "$ENGINE" != podman ] || format="--format docker" # or the health checks are dropped

for image in app web; do
  # shellcheck disable=SC2086  # one word or none
  $ENGINE build ${format:-} -f deploy/Containerfile --target $image -t lesson-$image "$@" .
done
trap '$COMPOSE -f deploy/compose.yaml down >/dev/null 2>&1' EXIT
$COMPOSE -f deploy/compose.yaml up --detach

fails() { echo "NOT SO: $1" >&2; exit 1; }
for _ in $(seq 60); do curl -fs -m 2 "$site/_stcore/health" >/dev/null && break; sleep 1; done
curl -fs "$site/_stcore/health" >/dev/null || fails "nginx passes the health check on"
curl -fsi "$site/Draft_ahead" | grep -qi "frame-ancestors.*moodle.example.edu" || fails "FRAME_ANCESTORS arrives"
curl -fs "$site/_stcore/metrics" >/dev/null && fails "metrics are not for the world"

for service in app-0 app-1 web; do
  box=$($ENGINE ps --format '{{.Names}}' | grep "faster-not-different.$service.") || fails "$service runs"
  [ "$($ENGINE exec "$box" id -u)" != 0 ] || fails "$service is not root"
  $ENGINE exec "$box" grep -q "CapEff:.0000000000000000" /proc/1/status || fails "$service has no capability"
  $ENGINE exec "$box" grep -q "NoNewPrivs:.1" /proc/1/status || fails "$service can gain no rights"
  $ENGINE exec "$box" grep -qE '^[^ ]+ / [^ ]+ ro,' /proc/mounts || fails "$service is read-only"
  case $service in
    web) $ENGINE exec "$box" wget -q -O /dev/null http://127.0.0.1:8080/_stcore/health ;;
    *) $ENGINE exec "$box" python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health')" ;;
  esac || fails "the health check of $service"
done
if [ -x .venv/bin/python ]; then
  .venv/bin/python benchmarks/load.py --url "$site" --learners 5 --changes 4 --pages draft,math,exact,code,nimbus
fi
$ENGINE images | grep -E "lesson-(app|web)"
echo "All of it holds."
