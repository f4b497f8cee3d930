#!/bin/sh
# dateparser 1.5.0 reads `set`, the short form of September in Italian and Portuguese, as a time zone (SET, an hour ahead of
# UTC) if English may be the language too, which is the case unless languages are named. The 5 becomes May, and the day is that
# of today. With Italian alone, it is right, and so is August without any language.
#
# Seen on 29 November 2026:
#   5 set 2026, no languages: 2026-05-29T00:00:00+01:00
#   5 set 2026, it and en: 2026-05-29T00:00:00+01:00
#   5 set 2026, it: 2026-09-05T00:00:00
#   5 ago 2026, no languages: 2026-08-05T00:00:00
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet dateparser==1.5.0
cat >run.py <<'PY'
from datetime import datetime

import dateparser

for text, languages in [("5 set 2026", None), ("5 set 2026", ["it", "en"]), ("5 set 2026", ["it"]), ("5 ago 2026", None)]:
    date = dateparser.parse(text, languages=languages, settings={"RELATIVE_BASE": datetime(2026, 11, 29)})
    print(f"{text}, {' and '.join(languages or ['no languages'])}: {date.isoformat()}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
5 set 2026, no languages: 2026-05-29T00:00:00+01:00
5 set 2026, it and en: 2026-05-29T00:00:00+01:00
5 set 2026, it: 2026-09-05T00:00:00
5 ago 2026, no languages: 2026-08-05T00:00:00
SEEN
diff expected seen
