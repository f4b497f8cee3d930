import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { ElementList } from '../dom/element-list.ts'
import { detachNode } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { responsiveCopies } from './responsive-copies.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

const left = (html: string): string =>
  htmlAfter(html, (tree) => detachNode(tree, responsiveCopies(new ElementList(tree))))

const TABLE = '<table><tbody><tr><td>Up to 8 m</td><td>12 crowns</td></tr></tbody></table>'
const LIST = '<dl><dt>Up to 8 m</dt><dd>12 crowns</dd></dl>'

test('of a part in two forms for two widths, the richer one stays', () => {
  for (const [wide, narrow] of [
    ['d-none d-md-block', 'd-md-none'],
    ['mt-2 d-none pb-1 d-lg-flex', 'd-block d-lg-none'],
    ['hidden md:block', 'md:hidden'],
    ['show-for-medium', 'show-for-small-only'],
    ['hidden-xs', 'visible-xs'],
    ['is-hidden-mobile', 'is-hidden-tablet'],
    ['desktop-only', 'mobile-only'],
  ] as const) {
    const [table, list] = [`<div class="${wide}">${TABLE}</div>`, `<div class="${narrow}">${LIST}</div>`]
    assert.equal(left(`${table}\n${list}`), `${table}\n`, wide)
    assert.equal(left(`${list}${table}`), table, wide)
  }
  const more = '<div class="md:hidden"><p>Up to 8 m you pay 12 crowns each day.</p></div>'
  assert.equal(left(`<div class="hidden md:block">${TABLE}</div>${more}`), more)
})

test('parts with different texts, for the same width or apart from each other stay', () => {
  for (const html of [
    `<div class="hidden md:block">${TABLE}</div><div class="md:hidden"><p>Turn your telephone to see the fees.</p></div>`,
    `<div class="hidden md:block">${TABLE}</div><div class="hidden lg:block">${LIST}</div>`,
    `<div class="hidden md:block">${TABLE}</div>or<div class="md:hidden">${LIST}</div>`,
    '<div class="d-none d-md-block"><p>We sail at high water.</p></div><div class="d-md-none"><p>We sail at high water.</p></div>',
    `<div class="d-md-flex">${TABLE}</div><div class="d-md-none">${LIST}</div>`,
  ])
    assert.equal(left(html), html)
})

test('very many parts for some width take linear time', async () => {
  await assertLinearTime(6000, (count) => {
    const elements = new ElementList(parsePage('<p class="md:hidden">a</p>'.repeat(count)))
    return () => responsiveCopies(elements)
  })
})
