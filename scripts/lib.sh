# Shared by the scripts of this folder; sourced, not run. Needs bash and apt; everything else is installed by it.
# shellcheck shell=bash
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
umask 022
export LC_ALL=C.UTF-8
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ROOT} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
# Precompiled headers and ccache: what a header defines may have changed only if the header has.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}

PACKAGES_BUILD=(g++ cmake ninja-build python3 perl dpkg-dev xz-utils unicode-data ccache
                nlohmann-json3-dev doctest-dev libfast-float-dev robin-map-dev libsqlite3-dev)
PACKAGES_WASM=(emscripten nodejs npm)
PACKAGES_PAGE=(chromium)
NODE_MAJOR=22 # fetched as an npm package where the system's node is older than Vite needs

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }
die() { printf '\n%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# step NAME COMMAND...: runs it, and names the step when it fails.
step() {
  local name=$1 start=$SECONDS code=0
  shift
  say "$name"
  "$@" || code=$?
  [ $code = 0 ] || die "step \"$name\" failed (exit code $code); the command was: $*"
  [ $((SECONDS - start)) -lt 5 ] || printf '   %s: %s s\n' "$name" $((SECONDS - start)) >&2
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "needs root to run: $*  (run as root, or install sudo)"; fi
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# need_packages PACKAGE...: installs those that are missing; no apt call at all when none is.
need_packages() {
  local missing=() p
  for p in "$@"; do
    case $p in
      nodejs) command -v node >/dev/null && continue ;;      # any node on PATH will do (see need_node)
      npm) command -v npm >/dev/null && continue ;;
      emscripten) command -v emcc >/dev/null && continue ;;  # and so will an emsdk
    esac
    installed "$p" || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || die "needs a Debian system (there is no apt-get here); install by hand: ${missing[*]}"
  step "install packages: ${missing[*]}" install_packages "${missing[@]}"
}
install_packages() {
  local log code=0
  log=$(mktemp)
  # An unreachable list of some other archive is no reason to stop: the installation decides.
  { as_root apt-get -q update || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"; } >"$log" 2>&1 || code=$?
  [ $code = 0 ] || tail -n 20 "$log" >&2
  rm -f "$log"
  return $code
}

# need_node: a node of at least 20.19 in front on PATH, with its npm.
need_node() {
  node_is_new && return
  local prefix=$ROOT/.deps/node
  [ -x "$prefix/node_modules/.bin/node" ] ||
    step "fetch node $NODE_MAJOR (the system's is $(node --version))" npm install --silent --no-save --prefix "$prefix" "node@$NODE_MAJOR" npm@10
  export PATH=$prefix/node_modules/.bin:$PATH
  hash -r
  node_is_new || die "the fetched node does not run; remove .deps/node and try again"
}
node_is_new() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

# need_node_modules: `npm ci`, again only when a package file changed.
need_node_modules() {
  local want
  want=$(cat package.json package-lock.json ./*/package.json | sha256sum)
  [ "$(cat node_modules/.stamp 2>/dev/null)" != "$want" ] || return 0
  step "install npm packages" npm ci --silent --no-progress
  echo "$want" >node_modules/.stamp
}

# build PRESET [TARGET...]: configures once (cmake looks for new and removed files by itself) and builds.
build() {
  local preset=$1
  shift
  need_packages "${PACKAGES_BUILD[@]}"
  [ "$preset" != wasm ] || need_packages "${PACKAGES_WASM[@]}"
  scripts/fetch-sources
  [ -f "build/$preset/build.ninja" ] || step "configure $preset" configure "$preset"
  step "build $preset" cmake --build --preset "$preset" ${1:+--target "$@"} -- --quiet
}
configure() { cmake --preset "$1" >/dev/null || { rm -rf "build/$1/CMakeCache.txt"; return 1; }; }

# build_page: the whole page into web/dist.
build_page() {
  need_packages "${PACKAGES_WASM[@]}"
  need_node
  need_node_modules
  local want
  want=$(find web wasm -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -print0 | sort -z | xargs -0 sha256sum |
    cat - package-lock.json | sha256sum)
  [ "$(cat web/dist/.stamp 2>/dev/null)" != "$want" ] || return 0
  step "build the page" npm run --silent build -w web
  echo "$want" >web/dist/.stamp
}
