# shellcheck shell=sh
# What the launcher's tests share: a checkout in small, a stand-in for Maven, a program in place of Kolo's, and the
# comparisons. Read by launcher-test.sh; expects $repository and $java_home.
#
# Fixtures and tests call each other through names, which shellcheck does not follow.
# shellcheck disable=SC2034,SC2154,SC2317

version=$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$repository/pom.xml")
# The space is on purpose: every test runs with it.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kolo launcher.XXXXXX") || exit 3
chmod 755 "$scratch"
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# make_program: the jar in Kolo's place. It tells how it was started, so that the tests can compare.
make_program() {
  mkdir -p "$scratch/program/dev/kolo/cli" "$scratch/classes"
  cat >"$scratch/program/dev/kolo/cli/Main.java" <<'JAVA'
package dev.kolo.cli;

import java.io.*;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws Exception {
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var words = new ArrayList<>(List.of(args));
        String verb = words.stream().filter(w -> !w.startsWith("-")).findFirst().orElse("");
        words.remove(verb);
        switch (verb) {
            case "exit" -> System.exit(Integer.parseInt(words.getFirst()));
            case "wait" -> {
                Files.writeString(Path.of(words.get(0)), "ready\n");
                Files.readString(Path.of(words.get(1)));
                Class.forName("dev.kolo.cli.Late");
            }
            case "flags", "wire", "bench", "simulate", "" -> {
                words.remove("flags");
                out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
                out.println("args=[" + String.join("][", words) + "]");
            }
            default -> {
                out.println("args=[" + String.join("][", words) + "]");
                out.println("cwd=" + System.getProperty("user.dir"));
                out.println("stdin=" + new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        }
    }
}

class Late {}

class StartUpTraining {
    public static void main(String[] args) throws Exception {
        if (Files.exists(Path.of("../../../../training"))) {
            System.exit(1);
        }
        System.out.println("noise of the training");
        Main.main(new String[] {"print"});
    }
}
JAVA
  "$java_home/bin/javac" -d "$scratch/classes" "$scratch/program/dev/kolo/cli/Main.java" \
    && "$java_home/bin/jar" --create --file "$scratch/kolo-cli-$version.jar" --main-class dev.kolo.cli.Main \
      -C "$scratch/classes" .
}

# make_maven: the stand-in. It records that it was called and leaves the jar where Maven would.
make_maven() {
  cat >"$bin/mvn" <<'SH'
#!/bin/sh
echo "$$" >>"$MAVEN_CALLS"
echo 'noise of the build on stdout'
echo 'noise of the build on stderr' >&2
cat # what it may read of the command's input is lost to the command
case ${MAVEN_STAND_IN:-} in
  fail)
    echo '[ERROR] A.java:[7,9] cannot find symbol'
    exit 1
    ;;
  hold)
    exec 8>"$MAVEN_PIPES/held"
    echo "$$" >&8
    read -r _ <"$MAVEN_PIPES/hold" # returns when the test writes to it
    ;;
esac
for argument; do
  case $argument in -Dkolo.out=*) out=${argument#-Dkolo.out=} ;; esac
done
mkdir -p "$out/kolo-cli/kolo/lib"
cp "$MAVEN_JAR" "$out/kolo-cli/kolo/lib/"
SH
  chmod +x "$bin/mvn"
  export MAVEN_CALLS="$work/maven-calls" MAVEN_JAR="$scratch/kolo-cli-$version.jar" MAVEN_PIPES="$work"
  : >"$MAVEN_CALLS"
  chmod 666 "$MAVEN_CALLS"
}

# fake_jdk FOLDER VERSION: looks like a JDK of that version; starting it is an error that shows.
fake_jdk() {
  rm -rf "$1"
  mkdir -p "$1/bin"
  printf 'IMPLEMENTOR="Nobody"\nJAVA_VERSION="%s"\nOS_ARCH="x86_64"\n' "$2" >"$1/release"
  for tool in java javac; do
    printf '#!/bin/sh\necho "the fake %s was started" >&2\nexit 99\n' "$tool" >"$1/bin/$tool"
    chmod +x "$1/bin/$tool"
  done
}

# other_jdk: the same JDK under another build number.
other_jdk() {
  mkdir "$work/other-jdk"
  ln -s "$java_home"/* "$work/other-jdk/"
  rm "$work/other-jdk/release"
  sed 's/^JAVA_RUNTIME_VERSION=.*/JAVA_RUNTIME_VERSION="25.0.99+1"/' "$java_home/release" >"$work/other-jdk/release"
}

# find_jdk_at HOME: find_jdk with nothing but HOME to find.
find_jdk_at() {
  JAVA_HOME=$1
  KOLO_JDK_FOLDERS=''
  PATH=$bin
  find_jdk yes
}

# prepare TEST: a fresh folder $work with a checkout in small and a path that holds nothing but what the launcher may use.
prepare() {
  work=$scratch/$1
  checkout="$work/check out"
  bin=$work/bin
  mkdir -p "$checkout/.mvn" "$checkout/fabric/src/main/java" "$checkout/fabric/src/test/java" "$bin" "$work/cache"
  cp -R "$repository/kolo" "$repository/check" "$repository/tools" "$checkout/"
  echo '<project/>' | tee "$checkout/pom.xml" "$checkout/fabric/pom.xml" >"$checkout/.mvn/jvm.config"
  for name in A B; do echo "class $name {}" >"$checkout/fabric/src/main/java/$name.java"; done
  echo 'class ATest {}' >"$checkout/fabric/src/test/java/ATest.java"
  for tool in sh awk cat chmod cksum cp dirname find flock grep head ls mkdir mktemp mv perl readlink rm sed sort stty tail touch tr wc; do
    found=$(command -v "$tool") && ln -s "$found" "$bin/$tool"
  done
  make_maven
  fake_jdk "$work/jdk-17" 17.0.15
  unset JAVA_HOME KOLO_JAVA_OPTS KOLO_START_CACHE JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
  export XDG_CACHE_HOME="$work/cache" KOLO_JDK_FOLDERS="$java_home"
  launcher_path=$bin
}

# copy_repository: this repository's own sources in place of the small checkout.
copy_repository() {
  rm -rf "$checkout"
  mkdir "$checkout"
  (cd "$repository" && find pom.xml .mvn mvnw kolo tools ./*/pom.xml ./*/src/main -type f -print) | while read -r file; do
    mkdir -p "$checkout/$(dirname "$file")"
    cp -p "$repository/$file" "$checkout/$file"
  done
}

# run COMMAND…: runs it with the path that the test gives the launcher, and keeps code, stdout and stderr. What runs in the
# background is not started by a function: its process number would be that of a shell in between.
run() {
  PATH=$launcher_path "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
}

built_checkout() {
  run "$checkout/kolo" print </dev/null
  expect_code 0
}

# as_someone_without_rights: the checkout becomes read-only. Root ignores rights, so as root the launcher runs as nobody.
as_someone_without_rights() {
  chmod -R a-w "$checkout"
  chmod 777 "$work" "$work/cache"
}

run_unprivileged() {
  if [ "$(id -u)" -ne 0 ]; then
    run "$@"
  else
    run "$(command -v setpriv)" --reuid 65534 --regid 65534 --clear-groups "$@"
  fi
}

# start_waiting_command: a command that runs until something is written to $work/go; $waiting is its process.
start_waiting_command() {
  mkfifo "$work/ready" "$work/go"
  PATH=$launcher_path "$checkout/kolo" wait "$work/ready" "$work/go" >/dev/null 2>"$work/waiting.err" &
  waiting=$!
  read -r _ <"$work/ready"
}

# two_at_once: the second start waits for the build of the first, says so, and both run.
two_at_once() {
  mkfifo "$work/hold" "$work/held" "$work/second.err"
  MAVEN_STAND_IN=hold PATH=$launcher_path "$checkout/kolo" print first </dev/null >"$work/first.out" 2>/dev/null &
  first=$!
  exec 7<"$work/held"
  read -r _ <&7
  PATH=$launcher_path "$checkout/kolo" print second </dev/null >"$work/second.out" 2>"$work/second.err" &
  second=$!
  exec 6<"$work/second.err"
  read -r line <&6
  case $line in *'another build of this checkout is running'*) ;; *) fail "the second start said: $line" ;; esac
  echo go >"$work/hold"
  cat <&6 >/dev/null
  wait "$first" || fail "the first start ended with $?"
  wait "$second" || fail "the second start ended with $?"
  grep -q 'args=\[first\]' "$work/first.out" || fail 'the first command did not run'
  grep -q 'args=\[second\]' "$work/second.out" || fail 'the second command did not run'
  expect_builds 1
}

# --- comparisons ------------------------------------------------------------------------------------------------------

fail() {
  printf '  %s\n' "$1"
  for stream in stdout stderr; do
    [ ! -s "$work/$stream" ] || sed "s/^/    $stream: /" "$work/$stream"
  done
  exit 1
}

expect_code() { [ "$code" -eq "$1" ] || fail "exit code $code, expected $1"; }
expect_stdout() { [ "$(cat "$work/stdout")" = "$1" ] || fail "stdout is not '$1'"; }
expect_stderr() { [ "$(cat "$work/stderr")" = "$1" ] || fail "stderr is not '$1'"; }
expect_stdout_line() { grep -qxF -e "$1" "$work/stdout" || fail "stdout lacks the line '$1'"; }
expect_stdout_has() { grep -qF -e "$1" "$work/stdout" || fail "stdout lacks '$1'"; }
expect_stdout_lacks() { ! grep -qF -e "$1" "$work/stdout" || fail "stdout has '$1'"; }
expect_stderr_has() { grep -qF -e "$1" "$work/stderr" || fail "stderr lacks '$1'"; }
expect_stderr_lacks() { ! grep -qF -e "$1" "$work/stderr" || fail "stderr has '$1'"; }
expect_builds() {
  builds=$(wc -l <"$MAVEN_CALLS")
  [ "$builds" -eq "$1" ] || fail "Maven was started $((builds)) times, expected $1"
}

# run_all [NAME…]: runs the named tests, or every function of launcher-test.sh whose name begins like a test's.
run_all() {
  make_program || exit 3
  # Names have no spaces.
  # shellcheck disable=SC2046
  [ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z][A-Za-z]*\)() {$/\1/p' "$repository/tools/test/launcher-test.sh")
  total=0
  failures=0
  for test_name; do
    total=$((total + 1))
    if (prepare "$test_name" && "$test_name"); then
      echo "[INFO] passed: $test_name"
    else
      failures=$((failures + 1))
      echo "[ERROR] FAILED: $test_name"
    fi
  done
  echo "[INFO] Tests run: $total, Failures: $failures, Errors: 0, Skipped: 0 -- in tools/test/launcher-test.sh"
  [ "$failures" -eq 0 ]
}
