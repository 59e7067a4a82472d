# bash completion for playhead, which knows itself what may come next.

_playhead() {
  local line=${COMP_LINE:0:COMP_POINT} current='' broken
  local -a words found
  read -ra words <<< "$line"
  words=("${words[@]//[\"\'\\]/}")
  case $line in *[![:space:]]) current=${words[-1]} && unset 'words[-1]' ;; esac
  mapfile -t found < <("${words[0]}" __complete "${words[@]:1}" "$current" 2> /dev/null)
  found=("${found[@]%%$'\t'*}")
  case ${#found[@]}:${found[0]-} in 1:*[=/]) compopt -o nospace ;; esac
  # What bash replaces begins behind the last = or : of the word.
  broken=${current%"${current##*[=:]}"}
  COMPREPLY=("${found[@]#"$broken"}")
}
complete -o nosort -F _playhead playhead
