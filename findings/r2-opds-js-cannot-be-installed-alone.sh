#!/bin/sh
# r2-opds-js 1.0.47 (npm), Readium's parser of OPDS catalogs, cannot be installed: its install script calls `rimraf`, which it does
# not depend on. Version 1.0.42 can be installed.
#
# Seen:
#   1.0.47: 127
#   1.0.42: 0
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in 1.0.47 1.0.42; do
  mkdir "$folder/$version"
  cd "$folder/$version" || exit 1
  npm init -y >/dev/null
  npm install --silent "r2-opds-js@$version" >/dev/null 2>&1
  echo "$version: $?" >>"$folder/seen"
done
cat "$folder/seen"
cat >"$folder/expected" <<'SEEN'
1.0.47: 127
1.0.42: 0
SEEN
diff "$folder/expected" "$folder/seen"
