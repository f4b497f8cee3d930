import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marked } from 'marked'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { anEntry, exported } from '../exported-entry.fixture.ts'

/** Converts HTML to Markdown with the export, and back to HTML with the independent parser `marked`. */
async function thereAndBack(content: string, title = 'T'): Promise<string> {
  const file = (await exported('md', [anEntry({ content, entry: { title } })])).toString()
  return marked.parse(file, { async: false }).trim()
}

const words = (html: string) => `<h1>T</h1>\n<p>${html}</p>`

test('a title that looks like a heading, a list or a quote stays a title', async () => {
  for (const title of ['# one', '1. one', '2) one', '- one', '+ one', '* one', '&gt; one', '=== one', '---']) {
    const html = await thereAndBack('<p>x</p>', title.replace('&gt;', '>'))
    assert.equal(html, `<h1>${title}</h1>\n<p>x</p>`)
  }
})

test('bold and italic text keeps its start and end next to letters and punctuation', async () => {
  for (const html of [
    '<strong>重要。</strong>普通',
    'foo<strong>bar</strong>baz',
    'he said<em>“quoted.”</em>word',
    '<em>x</em><strong>y</strong> and <strong>z</strong>',
    'a <strong>b</strong>, <em>c</em>. <del>d!</del>e',
  ]) {
    assert.equal(await thereAndBack(`<p>${html}</p>`), words(html))
  }
  const bare = (await exported('md', [anEntry({ content: '<p>a <b>b</b>, <i>c</i></p>' })])).toString()
  assert.match(bare, /a \*\*b\*\*, \*c\*/, 'plain marks wherever they do')
})

test('superscripts and subscripts are kept', async () => {
  assert.equal(
    await thereAndBack('<p>H<sub>2</sub>O, m<sup><b>2</b></sup></p>'),
    words('H<sub>2</sub>O, m<sup><strong>2</strong></sup>'),
  )
})

test('code with a vertical bar does not split a table cell', async () => {
  const html = await thereAndBack('<table><tr><th><code>a|b</code></th><th>c</th></tr></table>')
  assert.match(html, /<th><code>a\|b<\/code><\/th>\s*<th>c<\/th>/)
})

test('links to places of an article lead to its own places in a file with several articles', async () => {
  const content = '<p><a href="#top">Up</a></p><table><tr><td id="top">High</td><td>b</td></tr></table>'
  const entries = [1, 2].map((id) => anEntry({ content, entry: { title: 'T', id: id as EntryId } }))
  const html = await marked.parse((await exported('md', entries)).toString())
  for (const id of [1, 2]) {
    assert.match(html, new RegExp(`<a href="#entry-${id}-top">Up</a>`))
    assert.match(html, new RegExp(`<th><a id="entry-${id}-top"></a>High</th>`))
  }
})
