# shellcheck shell=sh
# Builds a checkout for ./kolo: quickly, only when the sources changed, one build at a time, and never into the folders that
# `mvn` and ./check use, so that a running command never sees its jars replaced under it.
#
# Everything lies in one state folder: .kolo in the checkout, or a cache folder of the user when the checkout cannot be
# written to.
#   stamp        hash of the sources that the newest build was made from; its time is when that build began
#   builds/HASH  the jars of one build, never changed afterwards; the last few are kept for commands that still run
#   target       Maven's own output, kept so that the next build is incremental
#   lock, build.log
#
# Read by ./kolo and ./check after tools/jdk.sh; expects $root (the checkout) and $java_home.
# shellcheck disable=SC2154

# user_cache: prints the folder of the user that may be emptied at any time.
user_cache() {
  if [ -n "${XDG_CACHE_HOME:-}" ]; then
    printf '%s/kolo\n' "$XDG_CACHE_HOME"
  else
    printf '%s/.cache/kolo\n' "${HOME:-/nonexistent}"
  fi
}

# choose_state: sets $state. A read-only checkout with a current build inside needs no other place.
choose_state() {
  state=$root/.kolo
  [ ! -w "$root" ] || { [ -e "$state" ] && [ ! -w "$state" ]; } || return 0
  ! is_fresh || return 0
  _id=$(printf '%s' "$root" | cksum)
  state=$(user_cache)/checkout-${_id%% *}
}

# list_changed: prints the sources that changed after the stamp was set; nothing when there are none. The time of the last
# change of state (ctime) is asked for first, since nobody sets it back: `cp -p` of an older file over a newer one shows too.
# A folder changes when something in it is added or removed.
list_changed() (
  cd "$root" || exit 1
  find pom.xml .mvn ./*/pom.xml ./*/src -path './*/src/test' -prune -o -newercm "$state/stamp" -print 2>/dev/null \
    || find pom.xml .mvn ./*/pom.xml ./*/src -path './*/src/test' -prune -o -newer "$state/stamp" -print 2>/dev/null
)

# hash_sources: prints a name for the exact contents of all sources.
hash_sources() (
  cd "$root" || exit 1
  find pom.xml .mvn ./*/pom.xml ./*/src -path './*/src/test' -prune -o -type f -exec cksum {} + \
    | LC_ALL=C sort -k 3 | cksum | { read -r _sum _bytes && printf '%s-%s\n' "$_sum" "$_bytes"; }
)

# is_fresh: true when $state holds a build of the sources as they are now; sets $lib. Usually this costs one `find`. When
# that finds a changed file, the contents decide, so that a checkout that was copied or switched to and fro builds nothing.
is_fresh() {
  { read -r _built <"$state/stamp"; } 2>/dev/null || return 1
  lib=$state/builds/$_built/lib
  [ -f "$lib/ready" ] || return 1
  [ -n "$(list_changed)" ] || return 0
  _begun=$state/stamp.$$
  touch "$_begun" 2>/dev/null || _begun=''
  if [ "$(hash_sources)" != "$_built" ]; then
    [ -z "$_begun" ] || rm -f "$_begun"
    return 1
  fi
  # Nobody minds when the stamp cannot be renewed (a read-only checkout): the next start hashes again.
  [ -z "$_begun" ] || { printf '%s\n' "$_built" | write_keeping_time "$_begun" && mv -f "$_begun" "$state/stamp"; }
}

# write_keeping_time FILE: writes standard input to FILE, whose time stays what it was.
write_keeping_time() {
  touch -r "$1" "$1.time" && cat >"$1" && touch -r "$1.time" "$1" && rm -f "$1.time"
}

# find_maven: sets $maven to the Maven on the path or to the wrapper, which downloads one.
find_maven() {
  if command -v mvn >/dev/null; then
    maven=mvn
  elif [ -f "$root/mvnw" ]; then
    maven=$root/mvnw
  else
    printf '%s: neither mvn on the path nor %s/mvnw was found, and there is no build yet: install Maven or restore mvnw.\n' \
      "$1" "$root" >&2
    exit 3
  fi
}

# run_maven ARGUMENTS: Maven in the checkout on the JDK that was found. The wrapper wants `unzip`, which many machines lack;
# every JDK has `jar`, so a stand-in is put on the path then.
run_maven() {
  if [ "$maven" = mvn ]; then
    set -- mvn "$@"
  else
    set -- sh "$maven" "$@"
    command -v unzip >/dev/null || PATH=$root/tools/wrapper:$PATH
  fi
  # Guava in older Mavens uses a part of sun.misc.Unsafe that JDK 24 began to warn about.
  cd "$root" && JAVA_HOME=$java_home \
    MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow" exec "$@"
}

# lock_build: waits until no other build of this state folder runs; the lock is gone as soon as its holder is, however it
# ended. It stays with file descriptor 9, which the build inherits and the command does not.
lock_build() {
  exec 9>>"$state/lock"
  if command -v flock >/dev/null; then
    flock -n 9 && return
    printf 'kolo: another build of this checkout is running; waiting for it.\n' >&2
    flock -w 900 9 && return
  elif command -v perl >/dev/null; then
    # macOS has no flock command.
    perl -e 'open(my $f, ">>&=9") or die; exit(flock($f, 6) ? 0 : 1)' && return
    printf 'kolo: another build of this checkout is running; waiting for it.\n' >&2
    perl -e 'open(my $f, ">>&=9") or die; $SIG{ALRM} = sub { exit 1 }; alarm 900; exit(flock($f, 2) ? 0 : 1)' && return
  else
    printf 'kolo: neither flock nor perl is here, so two builds at once are not kept apart.\n' >&2
    return
  fi
  printf 'kolo: the other build has not ended after 15 minutes (its log: %s/build.log): end it, then try again.\n' "$state" >&2
  exit 3
}

# stop_build SIGNAL-NUMBER: hands a signal on to the build that is running and ends the way that the signal asks for.
stop_build() {
  trap - INT TERM HUP
  kill "$build_pid" 2>/dev/null
  exit $((128 + $1))
}

# build: makes a build of the sources as they are now and sets $lib. Says what it does on stderr; Maven's words go to a log.
build() {
  if ! { mkdir -p "$state/builds" && touch "$state/lock"; } 2>/dev/null; then
    printf 'kolo: the build needs a folder to write to, and %s is none: set XDG_CACHE_HOME to a folder of yours.\n' \
      "$state" >&2
    exit 3
  fi
  lock_build
  if is_fresh; then
    exec 9>&-
    return
  fi
  rm -f "$state/stamp.new"
  # Whatever changes from here on is newer than the stamp and will be noticed by the next start.
  touch "$state/stamp.new"
  _hash=$(hash_sources) || {
    printf 'kolo: the sources could not be hashed, which takes find, cksum and sort: install what is missing here.\n' >&2
    exit 3
  }
  lib=$state/builds/$_hash/lib
  # A branch that one comes back to has its build already.
  [ -f "$lib/ready" ] || make_jars
  printf '%s\n' "$_hash" | write_keeping_time "$state/stamp.new"
  mv -f "$state/stamp.new" "$state/stamp"
  touch "$lib/ready"
  forget_old_builds
  exec 9>&-
}

# make_jars: runs Maven, in the background so that a signal reaches us while it runs, and moves its jars to $lib.
make_jars() {
  find_maven kolo
  printf 'kolo: building from source (log: %s/build.log)\n' "$state" >&2
  rm -rf "$state/target/kolo-cli/kolo" "${lib%/lib}"
  (run_maven -B -Dquick -Dkolo.out="$state/target" package) </dev/null >"$state/build.log" 2>&1 &
  build_pid=$!
  trap 'stop_build 2' INT
  trap 'stop_build 15' TERM
  trap 'stop_build 1' HUP
  wait "$build_pid" || refuse_failed_build
  trap - INT TERM HUP
  { mkdir "${lib%/lib}" && mv "$state/target/kolo-cli/kolo/lib" "$lib" && touch "$lib/ready"; } || refuse_failed_build
}

# forget_old_builds: the three that were made or used by a build last stay, since a command that still runs may load classes
# from its jars; the others go.
forget_old_builds() {
  _kept=0
  # The names are numbers that hash_sources made.
  # shellcheck disable=SC2012
  ls -t "$state"/builds/*/lib/ready | while read -r _ready; do
    _kept=$((_kept + 1))
    [ "$_kept" -le 3 ] || rm -rf "${_ready%/lib/ready}"
  done
}

# refuse_failed_build: shows the first errors, and lets the next try start from nothing.
refuse_failed_build() {
  rm -rf "$state/target"
  # Maven says everything twice and ends with advice about itself.
  _errors=$(grep -E '^\[ERROR\] .|^Error|: Failed' "$state/build.log" \
    | grep -vE '\[Help|^.ERROR. (To see|Re-run|For more|After|  mvn |COMPILATION ERROR|Failed to execute goal .* Compilation failure)' \
    | awk '!seen[$0]++' | head -n 12)
  printf '%s\n' "${_errors:-$(tail -n 5 "$state/build.log")}" >&2
  printf 'kolo: the build failed, so the command did not run: the lines above say where, all of it is in %s/build.log.\n' \
    "$state" >&2
  exit 3
}
