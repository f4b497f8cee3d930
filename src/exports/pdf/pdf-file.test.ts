import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { extract } from '@dogear/extractor'
import { addressKey } from '../../images/address-key.ts'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { cleanPng } from './pdf-picture.ts'

const PICTURE = 'https://e.org/a.png'
const ARTICLE =
  '<h2>Head</h2><p>The <b>spring</b> tide <a href="https://e.org/link">comes</a> — «Été» Привет.</p><ul><li>one</li></ul>' +
  '<blockquote><p>said</p></blockquote><pre>let a</pre><table><tr><th>H</th><td>cell</td></tr></table>' +
  `<p><img src="${PICTURE}" alt="a picture"></p>`

/** @returns a picture of 2 by 2 pixels with an alpha channel */
function png(change: (chunks: [string, Buffer][]) => void = () => undefined): Buffer {
  const header = Buffer.from('00000002000000020806000000', 'hex')
  const pixels = deflateSync(Buffer.from('00ff0000ff00ff00800100000000000000ff', 'hex'))
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ['IDAT', pixels],
    ['IEND', Buffer.alloc(0)],
  ]
  change(chunks)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(([name, data]) => chunk(name, data))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

test('a PDF has real text, a title, an author, links, an outline and the picture', async () => {
  const image = { key: Buffer.from(addressKey(PICTURE)).toString('hex'), type: 'image/png', bytes: png() }
  const file = await exported('pdf', [
    anEntry({ content: ARTICLE, images: [image], entry: { publishedBy: '["Ada"]', note: 'For the talk\nPage two' } }),
  ])
  const text = file.toString('latin1')
  assert.ok(text.startsWith('%PDF-1.7') && text.trimEnd().endsWith('%%EOF'))
  assert.match(text, /\/URI \(https:\/\/e\.org\/link\)/)
  assert.match(text, /\/Subtype \/Image/)
  assert.match(text, /\/Title \(Head\)/)
  const read = await extract({
    url: 'https://e.org/a.pdf',
    status: 200,

    contentType: 'application/pdf',
    body: new Uint8Array(file),
  })
  assert.equal(read.kind, 'article')
  assert.deepEqual([read.article.title, read.article.authors], ['On tides', ['Ada']])
  for (const words of [
    'The spring tide comes — «Été» Привет.',
    'one',
    'said',
    'let a',
    'H cell',
    'About this file',
    'For the talk',
    'Page two',
  ]) {
    assert.ok(read.article.content.includes(words), words)
  }
})

test('links of a PDF to places of the text lead there, and links to missing places are plain text', async () => {
  const content =
    '<p>See <a href="#tools">tools</a>, note <sup><a href="#fn-1" id="fnref-1">1</a></sup> and <a href="#gone">more</a>.</p>' +
    '<h2 id="tools">Tools</h2><ol><li id="fn-1">A note. <a href="#fnref-1">↩</a></li></ol>'
  const text = (await exported('pdf', [anEntry({ content }), anEntry({ content })])).toString('latin1')
  const linked = [...text.matchAll(/\/S \/GoTo\s+\/D \(([^)]+)\)/g)].map(([, name]) => name)
  assert.deepEqual(linked, ['1-tools', '1-fn-1', '1-fnref-1', '2-tools', '2-fn-1', '2-fnref-1'])
  for (const name of linked) assert.ok(text.includes(`(${name}) [`) || text.includes(`(${name})\n`), name)
})

/** @returns the number of objects of a file whose text has this many links */
async function objectsWith(links: number): Promise<number> {
  const content = '<a href="https://e.org/link">link</a> and '.repeat(links)
  const file = await exported('pdf', [anEntry({ content: `<p>${content}</p>` })])
  const text = file.toString('latin1')
  assert.equal(text.match(/\/URI \(https:\/\/e\.org\/link\)/g)?.length, links)
  return Number(/\/Size (\d+)/.exec(text)?.[1])
}

test('each link takes one object of the file', async () => {
  assert.equal((await objectsWith(9)) - (await objectsWith(4)), 5)
})

test('an article with long words and wide tables continues on further pages', async () => {
  const content =
    `<p>${'word '.repeat(20_000)}</p><p>${'x'.repeat(5000)}</p><table><tr>${'<td>c</td>'.repeat(60)}</tr></table>` +
    `${'<blockquote>'.repeat(80)}deep${'</blockquote>'.repeat(80)}\u0000\u{1F600}שלום`
  const file = await exported('pdf', [anEntry({ content, entry: { title: 't'.repeat(1000) } })])
  assert.ok((file.toString('latin1').match(/\/Type \/Page\n/g) ?? []).length > 20)
})

test('a PNG is used only if it is complete', () => {
  assert.ok(cleanPng(png()))
  const broken: readonly ((chunks: [string, Buffer][]) => void)[] = [
    (chunks) => void chunks.pop(),
    (chunks) => void chunks.splice(1, 1),
    (chunks) => (chunks[1] = ['IDAT', Buffer.from('no zlib')]),
    (chunks) => (chunks[1] = ['IDAT', deflateSync(Buffer.alloc(17))]),
    (chunks) => (chunks[1] = ['IDAT', deflateSync(Buffer.alloc(1_000_000))]),
    (chunks) => (chunks[1] = ['IDAT', deflateSync(Buffer.alloc(18, 7))]),
    (chunks) => (chunks[0] = ['IHDR', Buffer.from('00000002000000020806000001', 'hex')]),
    (chunks) => (chunks[0] = ['IHDR', Buffer.from('0fffffff0fffffff0806000000', 'hex')]),
    (chunks) => (chunks[0] = ['IHDR', Buffer.from('00000002000000020803000000', 'hex')]),
  ]
  for (const change of broken) assert.equal(cleanPng(png(change)), undefined, String(change))
  const tail = png().subarray(0, -6)
  assert.equal(cleanPng(tail), undefined)
})

test('a picture that cannot be drawn becomes a link', async () => {
  const image = { key: Buffer.from(addressKey(PICTURE)).toString('hex'), type: 'image/jpeg', bytes: Buffer.from('no') }
  const file = await exported('pdf', [anEntry({ content: ARTICLE, images: [image] })])
  assert.match(file.toString('latin1'), /\/URI \(https:\/\/e\.org\/a\.png\)/)
})
