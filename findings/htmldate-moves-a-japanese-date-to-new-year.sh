#!/bin/sh
# htmldate 1.11.0, which trafilatura uses for dates, takes the year alone from a Japanese or Chinese date and adds 1 January.
# The caller cannot see that month and day are made up. If a time of day follows, it reads the whole date, as it reads a Korean
# one.
#
# Seen:
#   2026年3月5日: 2026-01-01
#   2026年03月05日: 2026-01-01
#   2026年3月5日 10:00: 2026-03-05
#   2026년 3월 5일: 2026-03-05
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet htmldate==1.11.0 dateparser==1.5.0
cat >run.py <<'PY'
from htmldate import find_date

PROSE = "<p>" + "The mill by the river ground rye for three villages, and its wheel can still be heard at night. " * 4 + "</p>"

for text in ["2026年3月5日", "2026年03月05日", "2026年3月5日 10:00", "2026년 3월 5일"]:
    page = f"<html><body><article><h1>The mill</h1><time>{text}</time>{PROSE}</article></body></html>"
    print(f"{text}: {find_date(page, original_date=True)}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
2026年3月5日: 2026-01-01
2026年03月05日: 2026-01-01
2026年3月5日 10:00: 2026-03-05
2026년 3월 5일: 2026-03-05
SEEN
diff expected seen
