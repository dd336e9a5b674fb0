#!/bin/sh
# Tests of ./kolo as people start it: each builds a small checkout in a folder whose name has a space, runs the launcher in it
# as a process, and looks at stdout, stderr, exit code and what was built. Maven is a stand-in that records its calls, except
# in the first test, which really builds this repository. Run by ./check; alone: sh tools/test/launcher-test.sh [NAME…].
#
# Every test runs in a subshell, where what it sets is meant to stay.
# shellcheck disable=SC2030,SC2031
set -u

repository=$(CDPATH='' cd -P -- "$(dirname -- "$0")/../.." && pwd -P)
# shellcheck source=tools/jdk.sh
. "$repository/tools/jdk.sh"
find_jdk yes || refuse_without_jdk launcher-test
# shellcheck source=tools/test/launcher-fixtures.sh
. "$repository/tools/test/launcher-fixtures.sh"

# --- building ---------------------------------------------------------------------------------------------------------

buildsThisRepositoryWithMavenAndKeepsStdoutForTheCommand() {
  copy_repository
  export JAVA_HOME="$work/jdk-17"
  launcher_path=$PATH
  run "$checkout/kolo" --version
  expect_code 0
  expect_stdout "kolo $version"
  expect_stderr_has 'building from source'
  [ ! -e "$checkout/cli/target" ] || fail 'the quick build wrote to cli/target, which belongs to mvn and ./check'
}

buildsOnceAndThenJustRuns() {
  run "$checkout/kolo" print a
  expect_code 0
  expect_builds 1
  expect_stderr_has 'building from source'
  run "$checkout/kolo" print b
  expect_builds 1
  expect_stderr ''
}

noticesAChangedSource() {
  built_checkout
  echo 'changed' >>"$checkout/fabric/src/main/java/A.java"
  run "$checkout/kolo" print
  expect_builds 2
}

noticesAChangedSourceWithAnOlderTime() {
  built_checkout
  echo 'changed' >"$work/older"
  touch -t 202001010000 "$work/older"
  cp -p "$work/older" "$checkout/fabric/src/main/java/A.java"
  run "$checkout/kolo" print
  expect_builds 2
}

noticesARemovedSource() {
  built_checkout
  rm "$checkout/fabric/src/main/java/B.java"
  run "$checkout/kolo" print
  expect_builds 2
}

noticesAChangedPom() {
  built_checkout
  echo '<!-- changed -->' >>"$checkout/fabric/pom.xml"
  run "$checkout/kolo" print
  expect_builds 2
}

buildsNothingWhenOnlyTimesOrTestsChanged() {
  built_checkout
  touch "$checkout/fabric/src/main/java/A.java"
  echo 'changed' >>"$checkout/fabric/src/test/java/ATest.java"
  run "$checkout/kolo" print
  expect_builds 1
}

findsTheBuildOfABranchAgain() {
  built_checkout
  cp "$checkout/fabric/src/main/java/A.java" "$work/before"
  echo 'changed' >>"$checkout/fabric/src/main/java/A.java"
  run "$checkout/kolo" print
  cp "$work/before" "$checkout/fabric/src/main/java/A.java"
  run "$checkout/kolo" print
  expect_code 0
  expect_builds 2
}

keepsTheJarsOfARunningCommand() {
  built_checkout
  start_waiting_command
  for change in 1 2; do
    echo "$change" >>"$checkout/fabric/src/main/java/A.java"
    run "$checkout/kolo" print
  done
  expect_builds 3
  echo go >"$work/go"
  wait "$waiting" || fail "the running command ended with $? after two builds: $(cat "$work/waiting.err")"
}

saysWhatIsWrongWhenTheBuildFails() {
  built_checkout
  echo 'broken' >>"$checkout/fabric/src/main/java/A.java"
  MAVEN_STAND_IN=fail run "$checkout/kolo" print
  expect_code 3
  expect_stdout ''
  expect_stderr_has 'A.java:[7,9] cannot find symbol'
  expect_stderr_has "$checkout/.kolo/build.log"
  run "$checkout/kolo" print
  expect_code 0
  expect_builds 3
}

buildsOnceWhenStartedTwice() {
  two_at_once
}

buildsOnceWhenStartedTwiceWithoutFlock() {
  rm "$bin/flock"
  two_at_once
}

buildsAgainAfterABuildWasKilled() {
  mkfifo "$work/hold" "$work/held"
  MAVEN_STAND_IN=hold PATH=$launcher_path "$checkout/kolo" print >/dev/null 2>&1 &
  launcher=$!
  read -r maven_pid <"$work/held"
  kill -KILL "$launcher" "$maven_pid"
  wait "$launcher" 2>/dev/null
  run "$checkout/kolo" print
  expect_code 0
  expect_builds 2
}

stopsTheBuildWhenItIsToldToStop() {
  mkfifo "$work/hold" "$work/held"
  MAVEN_STAND_IN=hold PATH=$launcher_path "$checkout/kolo" print >/dev/null 2>&1 &
  launcher=$!
  exec 7<"$work/held"
  read -r _ <&7
  kill -TERM "$launcher"
  wait "$launcher"
  [ $? -eq 143 ] || fail 'the launcher did not end with 143 after SIGTERM'
  # The stand-in has the pipe open as long as it runs, so this returns when it has ended, and not before.
  cat <&7 >/dev/null
}

refusesWithoutTheToolsThatHash() {
  rm "$bin/cksum"
  run "$checkout/kolo" print
  expect_code 3
  expect_stdout ''
  expect_stderr_has 'the sources could not be hashed'
  expect_builds 0
}

usesTheWrapperWhenMavenIsMissing() {
  mv "$bin/mvn" "$checkout/mvnw"
  run "$checkout/kolo" print
  expect_code 0
  expect_builds 1
}

refusesWithoutMavenAndWrapper() {
  rm "$bin/mvn"
  run "$checkout/kolo" print
  expect_code 3
  expect_stdout ''
  expect_stderr_has 'install Maven or restore mvnw'
}

unpacksTheWrappersMavenWithoutUnzip() {
  mkdir -p "$work/zip/apache-maven-9/bin" "$work/out"
  echo maven >"$work/zip/apache-maven-9/bin/mvn"
  "$java_home/bin/jar" --create --no-manifest --file "$work/a.zip" -C "$work/zip" .
  JAVA_HOME=$java_home sh "$repository/tools/wrapper/unzip" -q "$work/a.zip" -d "$work/out" || fail 'the stand-in failed'
  [ -x "$work/out/apache-maven-9/bin/mvn" ] || fail 'mvn was not unpacked as a file that can be run'
}

# --- where it runs ----------------------------------------------------------------------------------------------------

keepsFolderArgumentsAndInputOfTheCaller() {
  mkdir "$work/some where"
  cd "$work/some where" || fail cd
  echo 'from stdin' >"$work/input"
  run "$checkout/kolo" print 'a b' '' '*' --x=ü <"$work/input"
  expect_code 0
  expect_stdout_line "cwd=$work/some where"
  expect_stdout_line 'args=[a b][][*][--x=ü]'
  expect_stdout_line 'stdin=from stdin'
}

runsThroughLinks() {
  mkdir "$work/links" "$work/links/deep"
  ln -s "$checkout/kolo" "$work/links/absolute"
  ln -s ../absolute "$work/links/deep/relative"
  cd "$work/links" || fail cd
  launcher_path=$work/links/deep:$bin
  run relative print
  expect_code 0
  expect_stdout_line "cwd=$work/links"
  run deep/relative print
  expect_code 0
  expect_builds 1
}

buildsAReadOnlyCheckoutIntoTheCacheFolder() {
  as_someone_without_rights
  run_unprivileged "$checkout/kolo" print
  expect_code 0
  expect_builds 1
  expect_stderr_has "$work/cache/kolo/checkout-"
  run_unprivileged "$checkout/kolo" print
  expect_builds 1
  expect_stderr ''
}

runsTheBuildInsideAReadOnlyCheckout() {
  built_checkout
  as_someone_without_rights
  run_unprivileged "$checkout/kolo" print
  expect_code 0
  expect_builds 1
  expect_stderr ''
}

refusesAReadOnlyCheckoutWhenThereIsNoPlaceToBuild() {
  as_someone_without_rights
  XDG_CACHE_HOME=/proc/nowhere run_unprivileged "$checkout/kolo" print
  expect_code 3
  expect_stdout ''
  expect_stderr_has 'set XDG_CACHE_HOME'
}

runsFromAnUnpackedArchiveWithoutBuilding() {
  built_checkout
  mkdir -p "$work/archive/tools" "$work/archive/lib"
  cp "$checkout"/.kolo/builds/*/lib/*.jar "$work/archive/lib/"
  echo 1-2 >"$work/archive/lib/id"
  cp "$checkout/kolo" "$work/archive/"
  cp "$checkout/tools/jdk.sh" "$checkout/tools/start-cache.sh" "$work/archive/tools/"
  chmod -R a-w "$work/archive"
  run "$work/archive/kolo" print
  expect_code 0
  expect_stdout_line 'args=[]'
  expect_builds 1
  run "$work/archive/kolo" flags
  expect_stdout_has "-XX:AOTCache=$work/cache/kolo/archive/start-"
  expect_stderr ''
}

# --- exit codes, signals, flags ---------------------------------------------------------------------------------------

passesTheExitCodeOn() {
  run "$checkout/kolo" exit 7
  expect_code 7
}

passesSignalsOn() {
  built_checkout
  start_waiting_command
  kill -TERM "$waiting"
  wait "$waiting"
  code=$?
  [ $code -eq 143 ] || fail "SIGTERM ended the command with $code, not 143"
}

choosesTheFlagsByCommand() {
  run "$checkout/kolo" flags
  expect_stdout_has '-XX:TieredStopAtLevel=1'
  expect_stdout_has '-XX:AOTCache='
  for verb in wire bench simulate; do
    run "$checkout/kolo" --debug "$verb" flags
    expect_stdout_has 'args=[--debug]'
    expect_stdout_lacks 'TieredStopAtLevel'
    expect_stdout_lacks 'SerialGC'
  done
}

usesNoStartCacheWithoutAVerb() {
  built_checkout
  [ -s "$(echo "$checkout"/.kolo/builds/*/start-*.aot)" ] || fail 'the build left no start-up cache'
  run "$checkout/kolo" --version
  expect_stdout_has 'TieredStopAtLevel=1'
  expect_stdout_lacks 'AOTCache'
}

addsOptionsOfTheUser() {
  KOLO_JAVA_OPTS='-Xmx77m -Xshare:off' run "$checkout/kolo" flags
  expect_code 0
  expect_stdout_has '-Xmx77m'
  expect_stdout_lacks 'AOTCache'
}

tellsTheCommandWhetherItWritesToATerminal() {
  built_checkout
  run "$checkout/kolo" flags
  expect_stdout_lacks 'kolo.tty'
  run "$(command -v script)" -qec "stty cols 77; '$checkout/kolo' flags" /dev/null
  expect_stdout_has '-Dkolo.tty=true'
  expect_stdout_has '-Dkolo.columns=77'
}

readsNamesBeyondAsciiInABareLocale() {
  for locale in '' C POSIX; do
    LC_ALL=$locale LANG='' LC_CTYPE='' run "$checkout/kolo" print 'ü→'
    expect_stdout_line 'args=[ü→]'
  done
}

# --- the start-up cache -----------------------------------------------------------------------------------------------

ignoresADamagedStartCacheInSilence() {
  built_checkout
  cache=$(echo "$checkout"/.kolo/builds/*/start-*.aot)
  [ -s "$cache" ] || fail 'the build left no start-up cache'
  cp "$cache" "$work/good"
  size=$(wc -c <"$cache")
  for damage in truncated text garbage; do
    case $damage in
      truncated) head -c 100000 "$work/good" >"$cache" ;;
      text) echo 'no cache' >"$cache" ;;
      garbage)
        cp "$work/good" "$cache"
        yes garbage | head -c 8192 | dd of="$cache" bs=4096 seek=$((size / 8192)) conv=notrunc 2>/dev/null
        ;;
    esac
    run "$checkout/kolo" print
    expect_code 0
    expect_stdout_line 'args=[]'
    expect_stderr ''
  done
}

makesAStartCacheOnceEvenWhenThatFails() {
  echo fails >"$checkout/training"
  built_checkout
  run "$checkout/kolo" flags
  expect_stderr ''
  expect_stdout_lacks 'AOTCache'
}

makesANewStartCacheForAnotherJdk() {
  built_checkout
  other_jdk
  export JAVA_HOME="$work/other-jdk"
  run "$checkout/kolo" flags
  expect_stderr_has 'preparing quick starts'
  expect_stdout_has '-XX:AOTCache='
  run "$checkout/kolo" flags
  expect_stderr ''
}

makesNoStartCacheWhenToldNotTo() {
  KOLO_START_CACHE=off run "$checkout/kolo" flags
  expect_stdout_lacks 'AOTCache'
  expect_stderr_lacks 'preparing'
}

# --- finding a JDK ----------------------------------------------------------------------------------------------------

passesOverAnOlderJdkWithoutStartingIt() {
  export JAVA_HOME="$work/jdk-17"
  ln -s "$work/jdk-17/bin/java" "$bin/java"
  run "$checkout/kolo" print
  expect_code 0
  expect_stdout_line 'args=[]'
}

findsAJdkByThePath() {
  ln -s "$java_home/bin/java" "$bin/java"
  KOLO_JDK_FOLDERS='' run "$checkout/kolo" print
  expect_code 0
}

findsAJdkInTheUsualFoldersOfAHome() {
  for folder in .sdkman/candidates/java/25-tem .jdks/temurin-25 Library/Java/JavaVirtualMachines/t.jdk/Contents/Home; do
    rm -rf "${work:?}/home"
    mkdir -p "$work/home/${folder%/*}"
    ln -s "$java_home" "$work/home/$folder"
    # In a shell of its own: the folders of this machine must not answer first.
    found=$(
      unset KOLO_JDK_FOLDERS JAVA_HOME SDKMAN_DIR
      HOME=$work/home
      suits() { case $1 in "$HOME"*) java_home=$1 ;; *) false ;; esac }
      find_jdk yes && printf '%s' "$java_home"
    )
    [ "$found" = "$work/home/$folder" ] || fail "in ~/$folder: found '$found'"
  done
}

asksAJdkWithoutAReleaseFile() {
  mkdir "$work/bare-jdk"
  ln -s "$java_home/bin" "$java_home/lib" "$work/bare-jdk/"
  (find_jdk_at "$work/bare-jdk" && [ "$java_home" = "$work/bare-jdk" ]) || fail 'a JDK 25 without a release file was not found'
}

readsVersionsOfEveryForm() {
  for form in 25:yes 25.0.3:yes 26-ea:yes 1.8.0_402:no 17.0.15:no 24.0.2:no; do
    fake_jdk "$work/jdk" "${form%:*}"
    found=yes
    (find_jdk_at "$work/jdk") || found=no
    [ "$found" = "${form#*:}" ] || fail "version ${form%:*}: found=$found"
  done
}

wantsACompilerOnlyForBuilding() {
  fake_jdk "$work/jre" 25.0.1
  rm "$work/jre/bin/javac"
  (find_jdk_at "$work/jre") && fail 'a runtime without compiler was taken for building'
  (JAVA_HOME=$work/jre KOLO_JDK_FOLDERS='' && find_jdk no) || fail 'a runtime was not taken for running'
}

saysHowToGetAJdk() {
  export JAVA_HOME="$work/jdk-17"
  KOLO_JDK_FOLDERS=$work/none run "$checkout/kolo" print
  expect_code 3
  expect_stdout ''
  expect_stderr_has 'a JDK 25 or newer was not found'
  expect_stderr_has 'https://adoptium.net'
  [ "$(wc -l <"$work/stderr")" -eq 1 ] || fail 'more than one sentence'
  KOLO_JDK_FOLDERS=$work/none run "$checkout/check"
  expect_code 3
  expect_stderr_has 'check: a JDK 25 or newer was not found'
}

run_all "$@"
