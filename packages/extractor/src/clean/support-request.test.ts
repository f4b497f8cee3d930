import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf, textOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { asksForSupport } from './support-request.ts'

function asks(html: string): boolean {
  const [line] = elementsOf(parseHtmlFragment(html))
  return asksForSupport(line!, textOf(line!), 'https://www.courier.example/2026/weir')
}

test('a line with a link to a page for payments or letters of the same site asks for support', () => {
  for (const path of ['donate', 'en/subscribe/', 'newsletter', 'spenden'])
    assert.ok(asks(`<p>Readers like you pay for this. <a href="https://courier.example/${path}">Here</a>.</p>`), path)
})

test('links to other sites and to parts of a manual, and paragraphs, do not', () => {
  for (const html of [
    '<p>The hospital needs help: <a href="https://hospital.example/donate">donate</a>.</p>',
    '<p>See <a href="https://courier.example/docs/subscribe">the method</a>.</p>',
    `<p>${'The weir was cleaned by readers. '.repeat(8)}<a href="https://courier.example/donate">Donate</a></p>`,
    '<p>Donate to the hospital.</p>',
  ])
    assert.ok(!asks(html), html)
})
