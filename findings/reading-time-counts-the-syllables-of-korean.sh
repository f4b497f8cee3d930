#!/bin/sh
# reading-time 1.5.0 counts every syllable of Korean as a word, as it counts signs of Chinese, though Korean puts spaces between
# its words. The same story takes about three times as long as its words do. Thai, which has no spaces, is one word however long
# it is, so a long article is read in an instant.
#
# Seen:
#   English: 800 words, 4 minutes
#   Korean: 2100 words, 10.5 minutes (700 words between spaces)
#   Thai: 1 words, 0.005 minutes
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund reading-time@1.5.0
cat >run.mjs <<'JS'
import readingTime from 'reading-time'

const show = (name, text, more = '') => {
  const { words, minutes } = readingTime(text)
  console.log(`${name}: ${words} words, ${minutes} minutes${more}`)
}
show('English', 'The mill ground the rye of three villages. '.repeat(100))
const korean = '물레방아는 강가에서 세 마을을 위해 호밀을 빻았다. '.repeat(100)
show('Korean', korean, ` (${korean.trim().split(' ').length} words between spaces)`)
show('Thai', 'โรงสีริมแม่น้ำบดข้าวไรย์ให้สามหมู่บ้าน'.repeat(100))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
English: 800 words, 4 minutes
Korean: 2100 words, 10.5 minutes (700 words between spaces)
Thai: 1 words, 0.005 minutes
SEEN
diff expected seen
