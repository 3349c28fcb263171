#!/bin/sh
# Does what a newcomer does: clones the repository, starts development as the README says, runs the
# printed commands exactly as they are printed, kills the start and starts again. Prints PASS or FAIL
# for each step and ends with 1 when any failed. Takes a few minutes; needs git, curl and a JDK.
# Usage: src/test/scripts/fresh-clone.sh [REPOSITORY]
set -u

repository=${1:-$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd)}
START_SECONDS=${START_SECONDS:-300}
work=$(mktemp -d "${TMPDIR:-/tmp}/fresh-clone.XXXXXX")
log=$work/log
leader=
failures=0

pass() { echo "PASS $1"; }
fail() {
  echo "FAIL $1"
  failures=$((failures + 1))
}
check() { # text, command...
  text=$1
  shift
  if "$@" >/dev/null 2>&1; then pass "$text"; else fail "$text"; fi
}

# The start leads a process group of its own, so that killing it reaches Maven and its JVM, and
# nothing that this script did not start.
start() {
  : >"$log"
  (cd "$work/clone" && exec setsid ./mvnw quarkus:dev) <"$work/keyboard" >"$log" 2>&1 &
  leader=$!
}

kill_start() {
  [ -n "$leader" ] || return 0
  kill -9 "-$leader" 2>/dev/null
  wait "$leader" 2>/dev/null
  leader=
}

await() { # seconds, command...
  left=$1
  shift
  until "$@"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 1
  done
}

settled() {
  grep -qE '^ *curl .*Content-Type|Attempting to start live reload endpoint to recover' "$log" ||
    ! kill -0 "$leader" 2>/dev/null
}
database_gone() {
  pid=$(sed -n 1p "$work/clone/.data/postgres/postmaster.pid" 2>/dev/null)
  [ -z "$pid" ] || ! kill -0 "$pid" 2>/dev/null
}

# Exactly the printed lines, in the order of printing, in one shell.
printed() { grep -E '^ *(TOKEN=|curl )' "$log"; }
run_printed() { printed | sh; }

# The commands below the README's heading "How to model", in one shell; each "# text" after a command
# says what its answer holds. Prints PASS or FAIL for each.
model() {
  (
    cd "$work/clone" || exit 1
    sed -n '/^## How to model/,/^## What/p' README.md |
      awk '/^```sh/ {on = 1; next} /^```/ {on = 0} on' |
      awk -v q="'" '
        /^# / {print "expect " q substr($0, 3) q; next}
        {print}' >"$work/model.body"
    {
      # The answer holds what stands on both sides of the dots.
      echo "expect() {"
      echo "  if tail -n 1 '$work/model.out' | grep -F -- \"\${1% … *}\" | grep -qF -- \"\${1#* … }\""
      echo "  then echo \"PASS \$1\" >&3; else echo \"FAIL \$1\" >&3; fi"
      echo "}"
      cat "$work/model.body"
    } >"$work/model.sh"
    sh "$work/model.sh" 3>"$work/model.result" >"$work/model.out" 2>"$work/model.err"
  )
}

# The nth block of commands of docs/webhooks.md below "On your own machine".
hooks_block() {
  sed -n '/^### On your own machine/,/^## /p' docs/webhooks.md |
    awk -v n="$1" '/^```sh/ {on = (++block == n); next} /^```/ {on = 0} on && !/^# /'
}

# Those commands, pasted twice, with the README's token and "ask". The first block leaves a receiver
# behind, the second begins when it listens; "# text" on the page is what it prints when something arrives.
hooks() {
  out=$work/hooks.out
  (
    cd "$work/clone" || exit 1
    sed -n '/^### On your own machine/,/^## /p' docs/webhooks.md | sed -n 's/^# //p' >"$out.wanted"
    {
      sed -n '/^TOKEN=/,/^}/p' "$work/model.body"
      for paste in 1 2; do
        hooks_block 1
        echo "echo \$! >'$work/receiver'"
        echo "until [ \"\$(grep -c 'listening on' '$out')\" -ge $paste ]; do sleep 1; done"
        hooks_block 2
        echo "until [ \"\$(grep -c 'answered' '$out')\" -ge $paste ]; do sleep 1; done"
      done
    } >"$work/hooks.sh"
    timeout 180 sh "$work/hooks.sh" >"$out" 2>&1
  )
  # As often as pasted: a second webhook at the same address would have received it, too.
  [ "$(grep -cF -- "$(cat "$out.wanted")" "$out")" -eq 2 ] && [ "$(grep -c answered "$out")" -eq 2 ]
}

# The commands of docs/admin-api.md below "To paste"; "# text" is in the answer of the command before.
paste_admin() {
  (
    cd "$work/clone" || exit 1
    {
      echo "expect() { tail -n 1 '$work/paste.out' | grep -qF -- \"\$1\" || echo \"missing \$1\" >>'$work/paste.missing'; }"
      sed -n '/^## To paste/,/^## What/p' docs/admin-api.md |
        awk -v q="'" '/^```sh/ {on = 1; next} /^```/ {on = 0} on && /^# / {print "expect " q substr($0, 3) q; next} on'
    } >"$work/paste.sh"
    sh "$work/paste.sh" >"$work/paste.out" 2>&1
  )
  grep -q '^expect ' "$work/paste.sh" && [ ! -f "$work/paste.missing" ]
}

kill_receiver() {
  [ -f "$work/receiver" ] || return 0
  kill "$(cat "$work/receiver")" 2>/dev/null
  rm -f "$work/receiver"
}

# Runs when the script ends in whatever way.
clean() {
  kill_receiver
  kill_start
  exec 3>&- 2>/dev/null
  await 30 database_gone
  rm -rf "$work"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

await_greeting() {
  await "$START_SECONDS" settled
  if grep -q '^ *curl .*Content-Type' "$log"; then
    pass "$1"
  else
    fail "$1"
    cat "$log"
    exit 1
  fi
}

git clone -q "$repository" "$work/clone" || {
  fail "clone"
  exit 1
}
pass "clone"

# A silent keyboard: development mode ends when its standard input does.
mkfifo "$work/keyboard"
exec 3<>"$work/keyboard"

start
await_greeting "first start prints the address, the client and the commands"
answers=$(run_printed)
check "the printed commands list the organizations" \
  sh -c 'printf %s "$1" | grep -q "\"key\":\"demo\""' _ "$answers"
check "the printed commands create one" \
  sh -c 'printf %s "$1" | tail -n 1 | grep -q "\"key\":\"acme\""' _ "$answers"
model
wanted=$(grep -c '^expect ' "$work/model.body")
check "all $wanted answers of the README's models are as it says" \
  sh -c '[ "$(grep -c "^PASS" "$1")" -eq "$2" ] && [ "$2" -gt 0 ]' _ "$work/model.result" "$wanted"
[ "$failures" -eq 0 ] || cat "$work/model.result" "$work/model.out" "$work/model.err"
check "the lines of docs/admin-api.md are answered as it says" paste_admin
[ "$failures" -eq 0 ] || cat "$work/paste.out"
check "a webhook arrives as docs/webhooks.md says, pasted twice" hooks
[ "$failures" -eq 0 ] || cat "$work/hooks.out"
kill_receiver
check "the greeting is printed once" \
  sh -c '[ "$(grep -c "^ *TOKEN=" "$1")" -eq 1 ]' _ "$log"

kill_start
start
await_greeting "second start, right after a kill"
listed=$(printed | head -n 2 | sh)
check "the second start finds the data of the first" \
  sh -c 'printf %s "$1" | grep -q "\"key\":\"acme\""' _ "$listed"

kill_start
if await 30 database_gone; then
  pass "the database ends with a killed start"
else
  fail "the database ends with a killed start"
fi

echo "$failures failed"
[ "$failures" -eq 0 ]
