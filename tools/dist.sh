# shellcheck shell=sh
# Makes the archive from which Kolo runs without a build: jars, launcher, licence, documents, and the mailbox's clients. The
# jars are the same for every architecture and the JDK is the machine's own, so one archive serves x86_64 and aarch64.
#
# The same sources give the same bytes: the jars carry a fixed time (project.build.outputTimestamp), and so does every entry
# here, with sorted names and no owner.
#
# Read by ./check; expects $root and the functions of tools/build.sh.
# shellcheck disable=SC2154

make_archive() {
  _tar=tar
  ! command -v gtar >/dev/null || _tar=gtar
  case $("$_tar" --version 2>/dev/null) in
    *'GNU tar'*) ;;
    *)
      echo 'check: the archive is made with GNU tar, which is not here: install tar (on macOS: brew install gnu-tar).' >&2
      exit 3
      ;;
  esac
  _work=$root/dist/work
  rm -rf "$_work"
  mkdir -p "$_work"
  echo "check: building (log: dist/build.log)"
  (run_maven -B -Dquick -Dkolo.out="$_work/target" package) >"$root/dist/build.log" 2>&1 || {
    grep -E '^\[ERROR\]' "$root/dist/build.log" | head -n 12 >&2
    echo "check: the build failed; all of it is in $root/dist/build.log." >&2
    exit 1
  }
  _jar=$(cd "$_work/target/kolo-cli/kolo/lib" && echo kolo-cli-*.jar)
  _name=${_jar#kolo-cli-}
  _name=kolo-${_name%.jar}
  mkdir "$_work/$_name" "$_work/$_name/tools"
  cp -R "$_work/target/kolo-cli/kolo/lib" "$_work/$_name/lib"
  # The launcher keys its start-up cache by this name for the jars.
  hash_sources >"$_work/$_name/lib/id"
  cp "$root/kolo" "$root/LICENSE" "$_work/$_name/"
  cp "$root/tools/jdk.sh" "$root/tools/start-cache.sh" "$_work/$_name/tools/"
  [ ! -f "$root/README.md" ] || cp "$root/README.md" "$_work/$_name/"
  cp -R "$root/docs" "$_work/$_name/docs"
  mkdir "$_work/$_name/clients"
  cp -R "$root/clients/c" "$root/clients/python" "$_work/$_name/clients/"
  find "$_work/$_name/clients" -type d -name __pycache__ -prune -exec rm -rf {} +
  find "$_work/$_name" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
  chmod 755 "$_work/$_name/kolo"
  (cd "$_work" && "$_tar" --sort=name --format=ustar --mtime='2026-01-01 00:00:00Z' --owner=0 --group=0 --numeric-owner \
    -cf "$_name.tar" "$_name" && gzip -9 -n "$_name.tar")
  mv -f "$_work/$_name.tar.gz" "$root/dist/"
  rm -rf "$_work"
  (cd "$root" && printf 'dist/%s.tar.gz: ' "$_name" && wc -c <"dist/$_name.tar.gz" | tr -d ' ' | sed 's/$/ bytes/')
}
