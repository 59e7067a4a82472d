# fuzzing.bash: libFuzzer on modules of the project, for the tests that source this.
#
# What is found stays in .build/fuzz/NAME.

readonly FUZZ_FLAGS=(
  -swift-version 6 -package-name playhead -parse-as-library -wmo -sanitize=fuzzer
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
)
readonly FUZZ_FOLDER=$PWD/.build/fuzz
readonly FUZZ_SLOWEST_SECONDS=10
# The fuzzer itself writes down what a trap was for.
export SWIFT_BACKTRACE=enable=no

# fuzz_build NAME LEVEL SOURCES MODULE…: the fuzzer NAME, of modules in the order of their imports.
#
# LEVEL is -O or -Onone: optimised, large modules take many times as long to build. SOURCES are Swift
# files, separated by blanks. The fuzzer sees the inside of the modules; what has not changed is not
# built again.
fuzz_build() {
  local name=$1 level=$2 folder=$FUZZ_FOLDER/$2 module source sources files objects=() flags
  read -ra sources <<< "$3"
  shift 3
  mkdir -p "$folder" "$FUZZ_FOLDER/$name/new" "$FUZZ_FOLDER/$name/found"
  flags=("${FUZZ_FLAGS[@]}" "$level" -I "$folder")
  for source in Sources/C*/module.modulemap; do flags+=(-I "${source%/*}"); done
  for module in "$@"; do
    objects+=("$folder/$module.o")
    mapfile -t files < <(find "Sources/$module" -name '*.swift')
    if [ -f "${objects[-1]}" ] &&
      [ -z "$(find "${files[@]}" "${objects[@]}" -newer "${objects[-1]}")" ]; then continue; fi
    swiftc "${flags[@]}" -module-name "$module" \
      -emit-module -emit-module-path "$folder/$module.swiftmodule" \
      -c -o "$folder/$module.o" "${files[@]}" >&2 || return
  done
  swiftc "${flags[@]}" -module-name "$name" -o "$FUZZ_FOLDER/$name/fuzzer" \
    "${sources[@]}" "${objects[@]}" >&2
}

# fuzz_run NAME SECONDS LAW OPTION…: runs a fuzzer on Tests/NAME/corpus and what it found before.
fuzz_run() {
  local name=$1 seconds=$2 law=$3 folder=$FUZZ_FOLDER/$1 status
  shift 3
  "$folder/fuzzer" -max_total_time="$seconds" -timeout=$FUZZ_SLOWEST_SECONDS \
    -artifact_prefix="$folder/found/" -print_final_stats=1 "$@" \
    "$folder/new" "Tests/$name/corpus" > "$folder/log" 2>&1
  status=$?
  grep -E '^stat::|cov:' "$folder/log" | tail -6 | sed 's/^/# /'
  if [ $status -eq 0 ]; then
    echo "ok $law for $seconds s"
    return
  fi
  grep -E 'ERROR|Fatal|SUMMARY|Test unit' "$folder/log" | head -5 >&2
  echo "not ok $law for $seconds s: status $status; see $folder/log and $folder/found"
  return 1
}
