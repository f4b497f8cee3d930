#!/bin/sh
# pysbd 0.3.4 marks punctuation with rare signs while it works. One of them is ☉, the sign of the sun, in which astronomers
# measure masses (M☉). If the text has it already, pysbd drops the start of that sentence, although it was told not to clean the
# text (`clean=False`). With a mass in kilograms, all the text stays. The integral ∯ and the note ♬ cost the whole sentence. The
# tracker of pysbd names only ☝ (pySBD, issue 126).
#
# Seen:
#   ☉: ['ends as a white dwarf. ', 'Ours is one.']
#   kg: ['A star of 2e30 kg ends as a white dwarf. ', 'Ours is one.']
#   ∯: ['Ours is one.']
#   ♬: ['Ours is one.']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet pysbd==0.3.4
cat >run.py <<'PY'
import warnings

warnings.simplefilter("ignore")

import pysbd

texts = {
    "☉": "A star of 1 M☉ ends as a white dwarf. Ours is one.",
    "kg": "A star of 2e30 kg ends as a white dwarf. Ours is one.",
    "∯": "The flux through it is ∯ B dA. Ours is one.",
    "♬": "The song begins with ♬ and a rest. Ours is one.",
}
for sign, text in texts.items():
    print(f"{sign}:", pysbd.Segmenter(language="en", clean=False).segment(text))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
☉: ['ends as a white dwarf. ', 'Ours is one.']
kg: ['A star of 2e30 kg ends as a white dwarf. ', 'Ours is one.']
∯: ['Ours is one.']
♬: ['Ours is one.']
SEEN
diff expected seen
