import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORT_FORMATS, type FormatName } from './import-formats.ts'
import { FILES } from './import-files.fixture.ts'
import { memorySource, parseWhole } from './parsing/parsed-file.fixture.ts'
import { readRows } from './read-rows.ts'
import { zipOf } from './parsing/zip.fixture.ts'

const NAMES = Object.keys(IMPORT_FORMATS) as FormatName[]

test('empty and blank files are refused in every format', async () => {
  for (const name of NAMES) {
    assert.equal((await parseWhole('', name)).failure, 'The file is empty.', name)
    assert.equal((await parseWhole(' \n ', name)).failure, 'The file contains no saved pages.', name)
  }
})

test('a truncated file is read up to the cut, and the loss is reported', async () => {
  for (const [name, text] of Object.entries(FILES)) {
    for (let length = 1; length < text.length; length += 7) {
      const { rows, broken, failure } = await parseWhole(text.slice(0, length), name as FormatName)
      if (/^[[{]/.test(text) && name !== 'json_lines')
        assert.match(failure ?? '', /JSON file is incomplete/, `${name} ${length}`)
      else assert.ok(rows.length + broken.length > 0 || failure !== undefined, `${name} ${length}`)
    }
  }
})

test('a file of another kind is refused with its real kind', async () => {
  assert.match((await parseWhole(FILES.pinboard, 'pocket_csv')).failure ?? '', /appears to be JSON, not CSV/)
  assert.match((await parseWhole(FILES.shaarli, 'pinboard')).failure ?? '', /appears to be HTML/)
  assert.equal((await parseWhole(FILES.pocket, 'pinboard')).failure, 'The file isn’t valid JSON.')
  assert.match((await parseWhole('just words', 'auto')).failure ?? '', /couldn’t be recognised/)
  assert.match((await parseWhole('{"a":{"b":1}}', 'pinboard')).failure ?? '', /no saved page/)
})

test('bytes that are no text are refused', async () => {
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7) % 256))
  bytes.fill(0, 0, 3000)
  assert.equal((await parseWhole(bytes, 'pocket_csv')).failure, 'The file isn’t a text file.')
})

test('every charset of the exports is read', async () => {
  const text = 'title,url,time_added,tags,status\nÉté à la côte,https://example.org/a,1772357400,,unread\n'
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const cases = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with a mark': Buffer.from(`\uFEFF${text}`),
    'UTF-16 with a mark': wide,
    'UTF-16 without': Buffer.from(text, 'utf16le'),
    'big-endian UTF-16': Buffer.from(text, 'utf16le').swap16(),
    'Latin-1': Buffer.from(text, 'latin1'),
    'Latin-1 behind much ASCII': Buffer.from(
      text.replace('\n', `\n${'x,https://example.org/x,,,\n'.repeat(6000)}`),
      'latin1',
    ),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    const { rows } = await parseWhole(bytes, 'pocket_csv')
    assert.equal(rows.at(-1)?.title, 'Été à la côte', name)
  }
})

test('NULs and lone surrogates do not get through', async () => {
  const text = '[{"href":"https://example.org/a","description":"a\\u0000b\\ud800c","tags":"x\\u0000y","toread":"no"}]'
  const { rows } = await parseWhole(text, 'pinboard')
  assert.deepEqual([rows[0]?.title, rows[0]?.tags], ['ab\uFFFDc', ['xy']])
})

test('a million nested lists are refused, whatever is read of them', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"children":[', ']}'],
    ['{"a":', '}'],
  ] as const) {
    const text = `${open.repeat(1_000_000)}${close.repeat(1_000_000)}`
    for (const name of ['pinboard', 'firefox', 'readability'] as const) {
      assert.match((await parseWhole(text, name)).failure ?? '', /nested more than 200 levels/, `${name} ${open}`)
    }
  }
})

test('names such as __proto__ have no effect', async () => {
  const text =
    '[{"__proto__":{"url":"https://evil.example/"},"constructor":{"prototype":{"x":1}},"href":"https://example.org/a"},{"__proto__":{"href":"https://evil.example/"}}]'
  const { rows, broken } = await parseWhole(text, 'pinboard')
  assert.deepEqual(
    rows.map(({ url }) => url),
    ['https://example.org/a'],
  )
  assert.deepEqual(broken, ['The row has no address.'])
  assert.equal(({} as { x?: unknown }).x, undefined)
})

test('a row of many megabytes is reported as broken, and the next one is read', async () => {
  const long = 'x'.repeat(20 * 1024 * 1024)
  const json = await parseWhole(
    `[{"href":"https://example.org/a","extended":"${long}"},{"href":"https://example.org/b"}]`,
    'pinboard',
  )
  assert.deepEqual(
    [json.rows.map(({ url }) => url), json.broken],
    [['https://example.org/b'], ['The row is larger than 16 MB.']],
  )
  const csv = await parseWhole(`title,url\n${long},https://example.org/a\nb,https://example.org/b\n`, 'pocket_csv')
  assert.deepEqual(
    [csv.rows.map(({ url }) => url), csv.broken],
    [['https://example.org/b'], ['The row is larger than 1 MB.']],
  )
  const html = await parseWhole(`<a href="https://example.org/b">x</a><a href="${long}">y</a>`, 'netscape')
  assert.deepEqual(
    [html.rows.map(({ url }) => url), html.failure],
    [['https://example.org/b'], 'The file has an unclosed HTML tag.'],
  )
})

test('a quote that is never closed costs its own row only', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `t,https://example.org/${index},1772357400,,unread`)
  rows[10] = '"open,https://example.org/open,1772357400,,unread'
  const found = await parseWhole(rows.join('\n'), 'pocket_csv')
  assert.deepEqual([found.rows.length, found.broken], [29_999, ['A quotation mark is never closed.']])
})

test('a billion blanks in an archive are refused before they are unpacked', async () => {
  const bomb = zipOf([{ name: 'part_0.csv', bytes: Buffer.alloc(64 * 1024 * 1024, ' ') }])
  assert.match((await parseWhole(bomb, 'pocket')).failure ?? '', /compressed more than 200 times/)
  const lying = zipOf([{ name: 'part_0.csv', bytes: Buffer.alloc(64 * 1024 * 1024, ' '), statedSize: 100 }])
  assert.ok((await parseWhole(lying, 'pocket')).failure)
})

test('an archive that is broken, crowded or full of tricks is refused', async () => {
  const csv = Buffer.from(FILES.pocket)
  const good = zipOf([{ name: 'part_0.csv', bytes: csv }])
  assert.equal((await parseWhole(good.subarray(0, good.length - 30), 'pocket')).failure, 'The archive is damaged.')
  assert.equal(
    (await parseWhole(zipOf([{ name: '../../part_0.csv', bytes: csv }]), 'pocket')).failure,
    'The archive is damaged.',
  )
  assert.equal(
    (await parseWhole(zipOf([{ name: '/etc/part_0.csv', bytes: csv }]), 'pocket')).failure,
    'The archive is damaged.',
  )
  const many = zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.csv`, bytes: Buffer.from('x') })))
  assert.match((await parseWhole(many, 'pocket')).failure ?? '', /more than 10000 files/)
  const nested = zipOf([{ name: 'a.zip', bytes: good }])
  assert.match((await parseWhole(nested, 'pocket')).failure ?? '', /no saved page/)
})

test('the thread that reads a file answers as the parser does, and ends', async () => {
  const steps = []
  for await (const step of readRows(memorySource(FILES.pocket), 'auto')) steps.push(step)
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['rows', 'end'],
  )
  assert.ok(steps[0]?.kind === 'rows' && steps[0].rows.map(({ number }) => number).join() === '1,2,3,4')
  const broken = []
  for await (const step of readRows(memorySource('['), 'pinboard')) broken.push(step)
  assert.deepEqual(broken, [{ kind: 'unreadable', reason: 'The JSON file is incomplete.' }])
})
