import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { dropHeadingPermalinks } from './heading-permalinks.ts'
import { elementsOf } from '../dom/page-tree.ts'

test('permalinks, edit links and links to the heading itself are removed from headings, and other links are kept', () => {
  const url = 'https://a.example/page'
  const heading = (inside: string): string =>
    htmlAfter(`<h2>${inside}</h2>`, (tree) => dropHeadingPermalinks(elementsOf(tree), url))
  assert.equal(heading('Tides<a class="headerlink" href="https://a.example/page#t">¶</a>'), '<h2>Tides</h2>')
  assert.equal(heading(`<a href="${url}#t">Tides</a>`), '<h2>Tides</h2>')
  assert.equal(heading(`Tides &nbsp; <a href="${url}#start"><span>top</span></a>`), '<h2>Tides</h2>')
  assert.equal(heading('Tides<span class="mw-editsection">[edit]</span>'), '<h2>Tides</h2>')
  assert.equal(heading('<a href="https://b.example/#t">Tides</a>'), '<h2><a href="https://b.example/#t">Tides</a></h2>')
})
