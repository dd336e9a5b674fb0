# shellcheck shell=sh
# Finds a JDK 25 or newer without starting one: ./kolo, ./check and the launcher in the archive all read this file.
#
# The default `java` of a machine is often older and JAVA_HOME may point at it, so an unsuitable candidate is passed over,
# never an error. A JDK tells its version in its `release` file; reading that costs nothing, starting a JVM costs 50 ms.
#
# What it finds is read by the scripts that read it.
# shellcheck disable=SC2034

KOLO_JAVA_WANTED=25

# read_release HOME: sets jdk_major, jdk_build (version and vendor), jdk_arch; fails when HOME is no JDK or hides its version.
read_release() {
  jdk_major='' jdk_build='' jdk_arch=''
  _version='' _vendor=''
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS='=' read -r _key _value || [ -n "$_key" ]; do
      _value=${_value#\"}
      _value=${_value%\"*}
      case $_key in
        JAVA_VERSION) _version=$_value ;;
        JAVA_RUNTIME_VERSION) jdk_build=$_value ;;
        IMPLEMENTOR) _vendor=${_vendor:-$_value} ;;
        IMPLEMENTOR_VERSION) _vendor=$_value ;;
        OS_ARCH) jdk_arch=$_value ;;
      esac
    done <"$1/release"
  fi
  if [ -z "$_version" ]; then
    # Some packages leave the release file out. Only then is the JVM asked itself.
    _version=$("$1/bin/java" -version 2>&1) || return 1
    case $_version in *'"'*'"'*) ;; *) return 1 ;; esac
    _version=${_version#*\"}
    _version=${_version%%\"*}
  fi
  jdk_build=${jdk_build:-$_version}-$_vendor
  # "25", "25.0.3" and "25-ea" are all 25; the old "1.8.0" becomes 1, which is too old as well.
  jdk_major=${_version%%[!0-9]*}
  [ -n "$jdk_major" ]
}

# suits HOME: true for a JDK that is new enough and, when $want_compiler is yes, can compile. Sets java_home.
suits() {
  [ -n "$1" ] && read_release "$1" && [ "$jdk_major" -ge "$KOLO_JAVA_WANTED" ] || return 1
  [ "$want_compiler" = no ] || [ -x "$1/bin/javac" ] || return 1
  java_home=$1
}

# home_of_path_java: prints the home of the `java` on the path, through all links.
home_of_path_java() {
  _java=$(command -v java) || return 1
  _java=$(readlink -f "$_java" 2>/dev/null) || return 1
  # macOS keeps a stub in /usr/bin that starts an installer: it is no JDK.
  [ "$_java" != /usr/bin/java ] || return 1
  case $_java in */bin/java) printf '%s\n' "${_java%/bin/java}" ;; *) return 1 ;; esac
}

# find_in_folders: looks through the usual folders, each of which holds JDKs. KOLO_JDK_FOLDERS (colon-separated) replaces
# the list. Both the layout of Linux (JDK/bin) and that of macOS (JDK/Contents/Home/bin) are known.
find_in_folders() {
  _home=${HOME:-/nonexistent}
  if [ -n "${KOLO_JDK_FOLDERS+set}" ]; then
    _folders=$KOLO_JDK_FOLDERS
  else
    _folders=/usr/lib/jvm:/usr/lib64/jvm:/usr/java:/usr/local:/usr/local/lib/jvm:/opt:/opt/java:/opt/jdk:/opt/jvm
    _folders=$_folders:${SDKMAN_DIR:-$_home/.sdkman}/candidates/java:$_home/.jdks:$_home/.gradle/jdks
    _folders=$_folders:$_home/.local/share/mise/installs/java:$_home/.asdf/installs/java:$_home/jdk:$_home
    _folders=$_folders:/Library/Java/JavaVirtualMachines:$_home/Library/Java/JavaVirtualMachines
    _folders=$_folders:/opt/homebrew/opt:/usr/local/opt
  fi
  while [ -n "$_folders" ]; do
    _folder=${_folders%%:*}
    case $_folders in *:*) _folders=${_folders#*:} ;; *) _folders='' ;; esac
    [ -d "$_folder" ] || continue
    for _candidate in "$_folder" "$_folder"/*; do
      [ ! -x "$_candidate/bin/java" ] || ! suits "$_candidate" || return 0
      _candidate=$_candidate/Contents/Home
      [ ! -x "$_candidate/bin/java" ] || ! suits "$_candidate" || return 0
      _candidate=${_candidate%/Contents/Home}/libexec/openjdk.jdk/Contents/Home
      [ ! -x "$_candidate/bin/java" ] || ! suits "$_candidate" || return 0
    done
  done
  return 1
}

# find_jdk yes|no: sets java_home, jdk_build and jdk_arch, or fails. `yes` asks for a compiler, `no` is content with a
# runtime. JAVA_HOME comes first, then the path, then the usual folders.
find_jdk() {
  want_compiler=$1
  java_home=''
  suits "${JAVA_HOME:-}" || suits "$(home_of_path_java)" || find_in_folders
}

# refuse_without_jdk NAME: says how to get a JDK and ends with 3 (a precondition is missing).
refuse_without_jdk() {
  _what='a JDK'
  [ "$want_compiler" = yes ] || _what='a Java runtime or JDK'
  printf '%s: %s %s or newer was not found on JAVA_HOME%s, on the path or in the usual folders (system JVM folders, /opt, sdkman, ~/.jdks): install one, for example Temurin %s from https://adoptium.net or "sdk install java %s-tem" with sdkman, or set JAVA_HOME to it.\n' \
    "$1" "$_what" "$KOLO_JAVA_WANTED" "${JAVA_HOME:+ ($JAVA_HOME)}" "$KOLO_JAVA_WANTED" "$KOLO_JAVA_WANTED" >&2
  exit 3
}
