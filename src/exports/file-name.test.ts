import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportFileName } from './file-name.ts'

const NAMES: readonly (readonly [title: string, name: string])[] = [
  ['path.html', 'pathhtml'],
  ["L'été — à Zürich!", "L'ete -- a Zurich"],
  ['日本語', 'ri ben yu'],
  ['海辺の町の石垣', 'hai bian no ting no shi yuan'],
  ['東京タワーへの写真旅行', 'dong jing tawaheno xie zhen lu xing'],
  ['しゃしんとがっこう ファイル', 'shashintogakkou fairu'],
  ['جدار البحر في المدينة', 'jdar albhr fy almdynt'],
  ['مرحبا بالعالم', 'mrhba balalm'],
  ['Стена у моря', 'Stena u morya'],
  ['a"\r\nSet-Cookie: b=c', 'a Set-Cookie bc'],
  ['../../etc/passwd', 'etcpasswd'],
  ['-rf', 'rf'],
  ['CON', 'CON-'],
  ['lpt1', 'lpt1-'],
  ['', 'entry-7'],
  ['\u202E\u{1F600} \0 ...', 'entry-7'],
  ['x'.repeat(500), 'x'.repeat(100)],
]

test('a title becomes a file name that is valid on every system, with the spelling of the contract', async () => {
  for (const [title, name] of NAMES) {
    const made = await exportFileName(title, 'entry-7')
    if (title.includes('\u{1F600}')) assert.match(made, /^[A-Za-z0-9 '-]+$/)
    else assert.equal(made, name, title)
  }
})
