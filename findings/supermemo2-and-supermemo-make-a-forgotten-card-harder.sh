#!/bin/sh
# supermemo2 3.0.1 (PyPI) and supermemo 2.0.23 (npm), which name SM-2 as their algorithm, lower the easiness of a card at an
# answer below 3. SM-2 says to start its repetitions again "without changing the E-Factor". A card that is forgotten a few times
# comes back more often for good.
#
# Seen:
#   supermemo: 2.50 2.50 1.96 1.42
#   supermemo2: 2.50 2.50 1.96 1.42
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund supermemo@2.0.23
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet supermemo2==3.0.1
cat >run.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import { supermemo } from 'supermemo'

let item = { interval: 0, repetition: 0, efactor: 2.5 }
const seen = []
for (const grade of [4, 4, 1, 1]) {
  item = supermemo(item, grade)
  seen.push(item.efactor.toFixed(2))
}
console.log('supermemo:', seen.join(' '))
const python = `
from supermemo2 import first_review, review
card = first_review(4)
seen = [card["easiness"]]
for grade in [4, 1, 1]:
    card = review(grade, card["easiness"], card["interval"], card["repetitions"])
    seen.append(card["easiness"])
print("supermemo2:", *[f"{value:.2f}" for value in seen])
`
console.log(execFileSync('env/bin/python', ['-c', python], { encoding: 'utf8' }).trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
supermemo: 2.50 2.50 1.96 1.42
supermemo2: 2.50 2.50 1.96 1.42
SEEN
diff expected seen
