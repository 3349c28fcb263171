# Completion of iam in bash, made by iam --completion=bash.
_iam() {
  local line=${COMP_LINE:0:COMP_POINT} word previous kept
  local -a words=()
  read -ra words <<<"$line"
  case $line in *[[:space:]]) words+=('') ;; esac
  local last=$((${#words[@]} - 1))
  COMPREPLY=()
  [ "$last" -ge 1 ] || return 0
  word=${words[last]} previous=${words[last - 1]}
  if [ "$last" -eq 1 ]; then
    _iam_offer serve iam:migrate iam:bootstrap iam:administrators:recover iam:users:invite iam:demo:load iam:manifest:validate iam:manifest:apply iam:manifest:rollback iam:relations:import iam:model:import iam:model:export iam:model:test iam:audit:verify iam:audit:acknowledge iam:audit:checkpoint iam:audit:erase-subject iam:audit:export iam:keys:rewrap iam:queue:work iam:webhooks:listen iam:partitions:ensure iam:retention:run iam:reviews:open iam:reviews:close iam:reviews:remind iam:anomaly:scan iam:keys:list iam:keys:rotate iam:keys:revoke iam:least-privilege:scan --completion -h --help --manual -V --version
    return 0
  fi
  case ${words[1]} in
    serve)
      case $word:$previous in
        -*) _iam_offer -h --help ;;
        *) _iam_offer -h --help ;;
      esac
      ;;
    iam:migrate)
      case $word:$previous in
        --grant-to=*|*:--grant-to) : ;;
        -*) _iam_offer --grant-to -h --help --json ;;
        *) _iam_offer --grant-to -h --help --json ;;
      esac
      ;;
    iam:bootstrap)
      case $word:$previous in
        --platform=*|*:--platform|--platform-name=*|*:--platform-name|--tenant=*|*:--tenant|--tenant-name=*|*:--tenant-name) : ;;
        -*) _iam_offer -h --help --json --platform --platform-name --tenant --tenant-name ;;
        *) _iam_offer -h --help --json --platform --platform-name --tenant --tenant-name ;;
      esac
      ;;
    iam:administrators:recover)
      case $word:$previous in
        --name=*|*:--name|--organization=*|*:--organization) : ;;
        -*) _iam_offer -h --help --json --name --organization ;;
        *) _iam_offer -h --help --json --name --organization ;;
      esac
      ;;
    iam:users:invite)
      case $word:$previous in
        --tenant=*|*:--tenant|--user=*|*:--user) : ;;
        -*) _iam_offer -h --help --json --replace --tenant --user ;;
        *) _iam_offer -h --help --json --replace --tenant --user ;;
      esac
      ;;
    iam:demo:load)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:manifest:validate)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_files -f ;;
      esac
      ;;
    iam:manifest:apply)
      case $word:$previous in
        --organization=*|*:--organization) : ;;
        -*) _iam_offer -h --help --json --organization ;;
        *) _iam_files -f ;;
      esac
      ;;
    iam:manifest:rollback)
      case $word:$previous in
        --organization=*|*:--organization) : ;;
        -*) _iam_offer -h --help --json --organization ;;
        *) _iam_offer -h --help --json --organization ;;
      esac
      ;;
    iam:relations:import)
      case $word:$previous in
        --organization=*|*:--organization) : ;;
        -*) _iam_offer -h --help --json --organization ;;
        *) _iam_files -f ;;
      esac
      ;;
    iam:model:import)
      case $word:$previous in
        --relations=*|*:--relations) _iam_files -f ;;
        --output=*|*:--output) _iam_files -d ;;
        --application=*|*:--application|--from=*|*:--from|--organization=*|*:--organization|--prefix=*|*:--prefix) : ;;
        -*) _iam_offer --accept-losses --all --application --dry-run --from -h --help --json --organization --output --prefix --relations --share-types ;;
        *) _iam_files -f ;;
      esac
      ;;
    iam:model:export)
      case $word:$previous in
        --output=*|*:--output) _iam_files -d ;;
        --application=*|*:--application|--organization=*|*:--organization|--to=*|*:--to) : ;;
        -*) _iam_offer --application -h --help --json --organization --output --to ;;
        *) _iam_offer --application -h --help --json --organization --output --to ;;
      esac
      ;;
    iam:model:test)
      case $word:$previous in
        --model=*|*:--model|--relations=*|*:--relations) _iam_files -f ;;
        --from=*|*:--from) : ;;
        -*) _iam_offer --all --from -h --help --json --model --relations ;;
        *) _iam_files -f ;;
      esac
      ;;
    iam:audit:verify)
      case $word:$previous in
        --anchor=*|*:--anchor) _iam_files -d ;;
        --organization=*|*:--organization) : ;;
        -*) _iam_offer --all --anchor --full -h --help --json --organization ;;
        *) _iam_offer --all --anchor --full -h --help --json --organization ;;
      esac
      ;;
    iam:audit:acknowledge)
      case $word:$previous in
        --finding=*|*:--finding|--reason=*|*:--reason) : ;;
        -*) _iam_offer --finding -h --help --json --reason ;;
        *) _iam_offer --finding -h --help --json --reason ;;
      esac
      ;;
    iam:audit:checkpoint)
      case $word:$previous in
        --organization=*|*:--organization) : ;;
        -*) _iam_offer -h --help --json --organization ;;
        *) _iam_offer -h --help --json --organization ;;
      esac
      ;;
    iam:audit:erase-subject)
      case $word:$previous in
        --organization=*|*:--organization|--subject=*|*:--subject) : ;;
        -*) _iam_offer --accept-remaining -h --help --json --organization --subject ;;
        *) _iam_offer --accept-remaining -h --help --json --organization --subject ;;
      esac
      ;;
    iam:audit:export)
      case $word:$previous in
        --out=*|*:--out) _iam_files -f ;;
        --from=*|*:--from|--organization=*|*:--organization) : ;;
        -*) _iam_offer --from -h --help --json --organization --out --with-personal-values ;;
        *) _iam_offer --from -h --help --json --organization --out --with-personal-values ;;
      esac
      ;;
    iam:keys:rewrap)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:queue:work)
      case $word:$previous in
        --queue=*|*:--queue) : ;;
        -*) _iam_offer -h --help --json --queue ;;
        *) _iam_offer -h --help --json --queue ;;
      esac
      ;;
    iam:webhooks:listen)
      case $word:$previous in
        --delay=*|*:--delay|--fail=*|*:--fail|--port=*|*:--port|--redirect=*|*:--redirect) : ;;
        -*) _iam_offer --delay --fail --hang -h --help --json --port --redirect ;;
        *) _iam_offer --delay --fail --hang -h --help --json --port --redirect ;;
      esac
      ;;
    iam:partitions:ensure)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:retention:run)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:reviews:open)
      case $word:$previous in
        --campaign=*|*:--campaign|--organization=*|*:--organization) : ;;
        -*) _iam_offer --campaign -h --help --json --organization ;;
        *) _iam_offer --campaign -h --help --json --organization ;;
      esac
      ;;
    iam:reviews:close)
      case $word:$previous in
        --campaign=*|*:--campaign|--organization=*|*:--organization) : ;;
        -*) _iam_offer --campaign --confirmed -h --help --json --organization ;;
        *) _iam_offer --campaign --confirmed -h --help --json --organization ;;
      esac
      ;;
    iam:reviews:remind)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:anomaly:scan)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:keys:list)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
    iam:keys:rotate)
      case $word:$previous in
        --purpose=*|*:--purpose) : ;;
        -*) _iam_offer --due -h --help --json --purpose ;;
        *) _iam_offer --due -h --help --json --purpose ;;
      esac
      ;;
    iam:keys:revoke)
      case $word:$previous in
        --kid=*|*:--kid|--reason=*|*:--reason) : ;;
        -*) _iam_offer -h --help --json --kid --reason ;;
        *) _iam_offer -h --help --json --kid --reason ;;
      esac
      ;;
    iam:least-privilege:scan)
      case $word:$previous in
        -*) _iam_offer -h --help --json ;;
        *) _iam_offer -h --help --json ;;
      esac
      ;;
  esac
}

# Offers words that begin with what is typed.
_iam_offer() {
  _iam_take -W "$*"
}

# Offers what compgen makes of the options, or of a value behind an equals sign.
_iam_take() {
  local typed=$word prefix='' each
  case $word in --*=*) typed=${word#*=} prefix=${word%%=*}= ;; esac
  local IFS=$'\n'
  kept=${word%"${word##*["$COMP_WORDBREAKS"]}"}
  for each in $(IFS=$' \t\n'; compgen "$@" -- "$typed"); do
    each=$prefix$each
    COMPREPLY+=("${each#"$kept"}")
  done
}

# The same of files, which bash shows and quotes as such.
_iam_files() {
  compopt -o filenames 2>/dev/null || true
  _iam_take "$@"
}

complete -F _iam iam
