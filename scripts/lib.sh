# Shared by the scripts of this folder; sourced, not run. Needs bash and apt; everything else is installed by it.
# shellcheck shell=bash
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
umask 022
export LC_ALL=C.UTF-8
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ROOT} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

PACKAGES_NATIVE=(g++ cmake ninja-build make python3 perl dpkg-dev xz-utils unicode-data ca-certificates ccache
                 nlohmann-json3-dev doctest-dev libfast-float-dev robin-map-dev)
PACKAGES_WASM=(emscripten nodejs npm)
PACKAGES_PAGE=(chromium)

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }
die() { printf '\n%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# step NAME COMMAND...: runs it, and names the step when it fails.
step() {
  local name=$1 start=$SECONDS
  shift
  say "$name"
  "$@" || die "step \"$name\" failed (exit code $?); the command was: $*"
  [ $((SECONDS - start)) -lt 5 ] || printf '   %s: %s s\n' "$name" $((SECONDS - start)) >&2
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo --preserve-env=DEBIAN_FRONTEND "$@"
  else die "needs root to run: $*  (run as root, or install sudo)"; fi
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# need_packages PACKAGE...: installs those that are missing; no apt call at all when none is.
need_packages() {
  command -v apt-get >/dev/null || die "needs a Debian system (apt-get is not here); install by hand: $*"
  local missing=() p
  for p in "$@"; do
    case $p in
      nodejs | npm) command -v "${p/nodejs/node}" >/dev/null && continue ;;   # any node on PATH will do
      emscripten) command -v emcc >/dev/null && continue ;;                   # so will any emsdk
    esac
    installed "$p" || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  step "install packages: ${missing[*]}" install_packages "${missing[@]}"
}
install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get -qq update && as_root apt-get install -y -qq --no-install-recommends "$@" >"$ROOT/.apt.tmp" 2>&1 ||
    { tail -n 20 "$ROOT/.apt.tmp" >&2; return 1; }
  rm -f "$ROOT/.apt.tmp"
}

# build PRESET [TARGET...]: configures once (cmake re-runs itself when files come or go) and builds.
build() {
  local preset=$1
  shift
  [ -f "build/$preset/build.ninja" ] || step "configure $preset" cmake --preset "$preset"
  step "build $preset" cmake --build --preset "$preset" ${1:+--target "$@"}
}
