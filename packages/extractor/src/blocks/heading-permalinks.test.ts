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

test('the permalink or the edit link after a heading is removed from their box, and other links stay', () => {
  const url = 'https://a.example/page'
  const box = (mark: string): string =>
    htmlAfter(`<div><h2>Tides</h2>${mark}</div>`, (tree) => dropHeadingPermalinks(elementsOf(tree), url))
  const edit = '<span class="mw-editsection"><span>[</span><a href="https://a.example/e">edit</a><span>]</span></span>'
  assert.equal(box(edit), '<div><h2>Tides</h2></div>')
  assert.equal(box(`<a class="anchor" href="${url}#t">#</a>`), '<div><h2>Tides</h2></div>')
  const place = `<a class="anchor" id="t" href="${url}#t"></a>`
  assert.equal(box(place), `<div><h2>Tides</h2>${place}</div>`)
  const link = '<a href="https://b.example/">More</a>'
  assert.equal(box(link), `<div><h2>Tides</h2>${link}</div>`)
})

test('a link around a heading is removed if it leads to the page or is named as a permalink', () => {
  const url = 'https://a.example/page'
  const left = (html: string): string => htmlAfter(html, (tree) => dropHeadingPermalinks(elementsOf(tree), url))
  const named = '<a class="anchor-heading-link" href="https://a.example/page/b">'
  assert.equal(left(`<div><a href="${url}#t"> <h2>Tides</h2></a></div>`), '<div><h2>Tides</h2></div>')
  assert.equal(left(`<div>${named}<h2>Tides</h2></a></div>`), '<div><h2>Tides</h2></div>')
  const place = `<div><a id="t" href="${url}#t"><h2>Tides</h2></a></div>`
  assert.equal(left(place), '<div><h2 id="t">Tides</h2></div>', 'links to the place still lead to it')
  for (const html of [
    '<div><a href="https://a.example/b"><h2>Tides</h2></a></div>',
    `<div>${named}<h2>Tides</h2>Ebb</a></div>`,
  ])
    assert.equal(left(html), html)
})

const withoutLinks = (html: string): string =>
  htmlAfter(html, (tree) => dropHeadingPermalinks(elementsOf(tree), 'https://a.example/'))

test('the link to change a section is removed without brackets, too, if it is named', () => {
  assert.equal(withoutLinks('<div><h2>潮</h2><a class="edit-icon"><em></em>编辑</a></div>'), '<div><h2>潮</h2></div>')
  assert.equal(withoutLinks('<h2>Tides<a class="edit-link">edit</a></h2>'), '<h2>Tides</h2>')
  for (const html of ['<h2>Tides <a>Edit</a></h2>', '<h2>Tides <span class="edit-link">Edited</span></h2>'])
    assert.equal(withoutLinks(html), html)
})
