#!/bin/sh
# Trains the model with the pages of a corpus: sh training/train.sh CORPUS [OUT]. The rows and a model for each fold are
# written to the folder OUT, by default a temporary folder; the benchmark reads the models with --models OUT. The model
# trained with all pages replaces src/lines/model.json. Needs Python 3 with venv.
set -eu
package=$(cd "$(dirname "$0")/.." && pwd)
corpus=$(cd "$1" && pwd)
out=${2:-$(mktemp -d)}
mkdir -p "$out"
if [ ! -x "$out/venv/bin/python" ]; then
  python3 -m venv "$out/venv"
  "$out/venv/bin/pip" install --quiet --requirement "$package/training/requirements.txt"
fi
node "$package/training/export-lines.ts" "$corpus" "$out/rows"
"$out/venv/bin/python" "$package/training/train.py" "$out/rows" "$out" --folds
cp "$out/model.json" "$package/src/lines/model.json"
echo "$out"
