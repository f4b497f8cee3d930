import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepFacts } from './keep-facts.ts'

/** @returns the texts of the lines that are kept if at first only those that start with "Kept" are */
function kept(html: string, mayKeep = (_text: string): boolean => true): readonly string[] {
  return completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) => keepFacts(page, keep, (index) => mayKeep(page.lines[index]!.text)),
  ).filter((text) => !text.startsWith('Kept'))
}

const HOURS = '<ul><li><span>Mon</span> <b>closed</b></li><li><span>Tue</span> <b>10–18</b></li></ul>'

test('facts below a heading stay with it', () => {
  assert.deepEqual(kept(`<p>Kept</p><h2>Hours</h2>${HOURS}`), ['Hours', 'Mon closed', 'Tue 10–18'])
  assert.deepEqual(kept('<h3>Prices</h3><dl><dt>Adults</dt><dd>4</dd><dt>Children</dt><dd>2</dd></dl>'), [
    'Prices',
    'Adults',
    '4',
    'Children',
    '2',
  ])
  assert.deepEqual(kept('<h2>Address</h2><address>Lock Lane 3</address>'), ['Address', 'Lock Lane 3'])
})

test('facts without a heading, below that of a box about the site, with links, and not selected, do not', () => {
  for (const html of [
    `<p>Kept</p>${HOURS}`,
    `<h2>Contact us</h2>${HOURS}`,
    `<h2>Hours</h2>${HOURS.replaceAll(/<b>(.*?)<\/b>/g, '<b><a href="/x">$1 and much more of it</a></b>')}`,
    '<h2>Hours</h2><ul><li>Closed on Mondays and open on all other days</li></ul>',
  ])
    assert.deepEqual(kept(html), [], html)
  assert.deepEqual(
    kept(`<h2>Hours</h2>${HOURS}`, (text) => text !== 'Mon closed'),
    [],
  )
})
