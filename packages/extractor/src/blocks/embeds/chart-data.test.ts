import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { CHART_BOXES, statedChart } from './chart-data.ts'

function chartIn(html: string): string | undefined {
  const box = findElement(parseHtmlFragment(html), ({ tagName }) => CHART_BOXES.includes(tagName))!
  return statedChart(box)?.address
}

const DATAWRAPPER = '<script src="https://datawrapper.dwcdn.net/AbCdE/embed.js"></script>'

test('a box or a script that draws a chart states its address', () => {
  assert.equal(chartIn('<div class="flourish-embed x" data-src="story/12"></div>'), 'https://flo.uri.sh/story/12/embed')
  assert.equal(chartIn('<div class="infogram-embed" data-id="a-b_1"></div>'), 'https://infogram.com/a-b_1')
  assert.equal(chartIn(`<p>${DATAWRAPPER}</p>`), 'https://datawrapper.dwcdn.net/AbCdE/')
})

test('other boxes, other addresses, and charts that the page contains as pictures do not', () => {
  for (const html of [
    '<div class="flourish" data-src="story/12"></div>',
    '<div class="flourish-embed" data-src="https://evil.example/"></div>',
    '<div class="infogram-embed"></div>',
    '<script src="https://datawrapper.dwcdn.net/lib/embed.min.js"></script>',
    '<div class="flourish-embed" data-src="story/12"><noscript>picture</noscript></div>',
    `<p>${DATAWRAPPER}<noscript>picture</noscript></p>`,
  ])
    assert.equal(chartIn(html), undefined, html)
})
