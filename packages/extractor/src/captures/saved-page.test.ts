import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import type { Extraction } from '../extraction.ts'

/**
 * The same page as Chromium 147 saves it in MHTML, as SingleFile 2.0.83 (npm, `single-file-cli`) saves it in that
 * Chromium, and in a binary property list with the keys of Safari, written by Python's `plistlib`. It has three
 * pictures, one of them twice and one loaded by a script, and a paragraph in a shadow root.
 */
const FILES = ['harbour.mhtml', 'harbour.single-file.html.txt', 'harbour.webarchive'] as const

const read = (name: string): Uint8Array => readFileSync(new URL(`files/${name}`, import.meta.url))

async function saved(body: Uint8Array): Promise<Extraction & { kind: 'article' }> {
  const extraction = await extract({ url: 'https://reader.example/file/1', body })
  assert.equal(extraction.kind, 'article')
  return extraction
}

const imagesOf = (content: string): string[] =>
  [...content.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)].map(([, , alt]) => alt!)
const addressesOf = (content: string): string[] =>
  [...content.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address!)

for (const name of FILES) {
  test(`${name}: the article, with the pictures of the file and the address of the page`, async () => {
    const { article, pictures = [], savedFrom } = await saved(read(name))
    assert.equal(savedFrom, 'https://harbour.example/story')
    assert.equal(article.title, 'A night in the harbour')
    assert.match(article.content, /<a href="https:\/\/harbour\.example\/notes"[^>]*>small notes<\/a>/)
    assert.deepEqual(imagesOf(article.content), ['The crane', 'The ferry', 'The office', 'The crane again'])
    const addresses = addressesOf(article.content)
    assert.equal(addresses[0], addresses[3])
    assert.deepEqual(
      pictures.map(({ address }) => address).toSorted(),
      [...new Set(addresses)].toSorted(),
      'every image has its picture',
    )
    for (const { address, mimetype, bytes } of pictures) {
      assert.match(address, /^https:\/\/harbour\.example\/story#picture-[\da-f]{32}$/)
      assert.equal(mimetype, 'image/png')
      assert.ok(bytes.length > 2500)
    }
    assert.equal(article.previewPicture, addresses[0])
  })
}

test('text in shadow roots is read, in the spelling of each program', async () => {
  for (const name of FILES.slice(0, 2)) {
    const { article } = await saved(read(name))
    assert.match(article.content, /This paragraph lives in a shadow root/, name)
  }
})

test('a damaged file is reported as such', async () => {
  const whole = Buffer.from(read('harbour.webarchive'))
  const cut = await extract({ url: 'https://reader.example/file/1', body: whole.subarray(0, whole.length / 2) })
  assert.equal(cut.kind === 'unreadable' && cut.reason, 'broken_file')
  const page = Buffer.from(read('harbour.mhtml')).toString('latin1')
  const without = await extract({
    url: 'https://reader.example/file/1',
    body: Buffer.from(page.replaceAll('text/html', 'text/css')),
  })
  assert.equal(without.kind === 'unreadable' && without.reason, 'broken_file')
})

test('a mail message and other property lists are not taken for pages', async () => {
  const mail = [
    'From: A <a@example.org>',
    'Subject: Hello',
    'MIME-Version: 1.0',
    'Content-Type: text/plain',
    '',
    'Hello there.',
  ]
  const message = await extract({ url: 'https://reader.example/file/2', body: Buffer.from(mail.join('\r\n')) })
  assert.deepEqual(message.kind === 'article' && message.article.title, 'Hello')
})
