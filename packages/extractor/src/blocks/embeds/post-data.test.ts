import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { quoteStatedPosts } from './post-data.ts'

const quoted = (data: unknown, name = 'tweet'): string =>
  htmlAfter(`<div class="${name}"></div>`, (tree) => {
    const elements = new ElementList(tree)
    elements.named('div')[0]!.attrs.push({ name: 'data-attrs', value: JSON.stringify(data) })
    quoteStatedPosts(elements)
  })

const POST = { url: 'https://twitter.com/ida/status/1', full_text: 'Ebb\n\nFlow', name: 'Ida Holm', username: 'ida' }

test('a post that a page states as data becomes a quotation with its author', () => {
  const source = '<p>— <a href="https://twitter.com/ida/status/1">Ida Holm (@ida)</a></p>'
  assert.equal(quoted(POST), `<blockquote><p>Ebb</p><p>Flow</p>${source}</blockquote>`)
  const photos = [{ img_url: 'https://pbs.example/a.jpg' }, { img_url: 'javascript:1' }, 7]
  const picture = '<p><img src="https://pbs.example/a.jpg" alt=""></p>'
  assert.equal(quoted({ ...POST, full_text: 'Ebb', photos }), `<blockquote><p>Ebb</p>${picture}${source}</blockquote>`)
})

test('boxes without such data stay', () => {
  for (const data of [{ ...POST, full_text: '' }, { ...POST, url: 'javascript:1' }, null, 'Ebb'])
    assert.match(quoted(data), /^<div/)
  assert.match(quoted(POST, 'card'), /^<div/)
})
