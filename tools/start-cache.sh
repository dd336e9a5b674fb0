# shellcheck shell=sh
# The start-up cache of short commands: the JDK's ahead-of-time cache (JEP 483 and 514) holds our classes loaded and linked,
# which takes a third off the start.
#
# A cache fits one JDK build, one architecture and one set of jars, so these make its name; it is made by one training run
# when none is there yet, and moved into place whole. One that does not fit or is damaged is ignored by the JVM, whose log
# is off, so nobody ever reads about it. The JVM is told to compare checksums (about 15 ms): without that, 4 KiB of garbage in
# the file made 15 of 20 starts crash or hang. Making a cache may fail (no space, a JVM without the feature): then an empty
# file says not to try again.
#
# Read by ./kolo; expects $root, $lib, $java_home, $jdk_build, $jdk_arch, $jar, $short_flags and $cache_folder.
# shellcheck disable=SC2154

# use_start_cache: sets $start_cache to a cache that fits, or to nothing.
use_start_cache() {
  start_cache=''
  [ "${KOLO_START_CACHE:-on}" != off ] || return 0
  # The JVM refuses to start when options about the same thing come from elsewhere.
  case ${KOLO_JAVA_OPTS:-} in *-Xshare* | *AOT* | *Archive*) return 0 ;; esac
  _name=start-$jdk_build-$jdk_arch
  # In a checkout the folder already belongs to one set of jars; in the archive a file in lib names them.
  [ ! -f "$lib/id" ] || { read -r _id <"$lib/id" && _name=$_name-$_id-$(printf '%s' "$root" | cksum); }
  case $_name in *[!A-Za-z0-9.+_-]*) _name=$(printf '%s' "$_name" | tr -c 'A-Za-z0-9.+_-' '_') ;; esac
  start_cache=$cache_folder/$_name.aot
  # The JVM compares the jars' times with those at training, and a JDK may be replaced in place: an older cache is useless.
  # Every shell that is in use as sh knows -nt.
  # shellcheck disable=SC3013
  if [ ! -e "$start_cache" ] || [ "$jar" -nt "$start_cache" ] || [ "$java_home/lib/modules" -nt "$start_cache" ]; then
    make_start_cache
  fi
  [ -s "$start_cache" ] || start_cache=''
}

# make_start_cache: trains once, in a folder of its own, and moves the result into place. It keeps no profile of the methods:
# replaying one cost a short command 50 ms of processor time. A JVM that does not know that switch may ignore it.
make_start_cache() {
  mkdir -p "$cache_folder" 2>/dev/null && _work=$(mktemp -d "$cache_folder/training.XXXXXX" 2>/dev/null) || return 0
  printf 'kolo: preparing quick starts (once for this build and JDK)\n' >&2
  # shellcheck disable=SC2086
  (cd "$_work" && exec "$java_home/bin/java" $short_flags -XX:+IgnoreUnrecognizedVMOptions \
    -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:AOTCacheOutput=new.aot \
    -cp "$jar" dev.kolo.cli.StartUpTraining) </dev/null >"$_work/log" 2>&1 || rm -f "$_work/new.aot"
  touch "$_work/new.aot"
  mv -f "$_work/new.aot" "$start_cache"
  rm -rf "$_work"
}
