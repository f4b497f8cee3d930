import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { ElementList } from '../dom/element-list.ts'
import type { PageParent } from '../dom/page-tree.ts'
import { markedByline } from '../metadata/marked-byline.ts'
import { dropByline } from './drop-byline.ts'

const timed = (time: string, what: string): string => `<p><time datetime="${time}">${time}</time> ${what}</p>`
const dropMarked = (tree: PageParent): number => dropByline(tree, markedByline(new ElementList(tree)).lines)

test('lines with the author and the date are removed completely, and a text about the author is kept', () => {
  const line = '<p>by <span itemprop=author>Ada Marsh</span>, <time datetime=2020-01-01>1 January</time></p>'
  const about = `<div class=author>${'Ada Marsh has written about the sea for years. '.repeat(3)}</div>`
  assert.equal(htmlAfter(`${line}<p>x</p>${about}`, dropMarked), `<p>x</p>${about.replace('=author', '="author"')}`)
})

test('a conversation keeps the names of the speakers', () => {
  const talk = '<p class="author">Ada</p><p>Yes.</p>'.repeat(20)
  assert.equal(htmlAfter(talk, dropMarked), talk)
})

test('names and dates in sentences, tables and lists stay', () => {
  for (const html of [
    '<p>On <time datetime="2024-05-01">1 May 2024</time> the fares rose, and on <time datetime="2024-06-01">1 June</time> they fell.</p>',
    '<p>It rained on <time datetime="2024-05-01">1 May</time>.</p>',
    '<p><time datetime="2024-05-01">1 May</time> was cold.</p>',
    '<p><time datetime="10:00">10:00</time> Opening</p>',
    '<p><b>When:</b> <time datetime="2024-05-01">1 May 2024</time></p>',
    '<p>A letter of <a rel="author" href="https://a.example/ada">Ada Marsh</a> is lost.</p>',
    '<table><tbody><tr><td>Pier</td><td><time datetime="06:10">6.10 am</time></td></tr></tbody></table>',
    '<ul><li><time datetime="2024-05-01">1 May</time></li><li>The harbour opens for guests.</li></ul>',
    '<dl><dt><time datetime="2024-05-01">1 May</time></dt><dd>The harbour opens.</dd></dl>',
  ])
    assert.equal(htmlAfter(html, dropMarked), html)
})

const entry = (date: string, text: string): string =>
  `<div class="entry"><h2>Version</h2><div class="date">${date}</div><p>${text}</p></div>`

test('the dates of several entries stay, and those of the page do not', () => {
  const changes = entry('2024-05-02', 'A sensor for the gate') + entry('2024-03-11', 'The pump was replaced')
  assert.equal(htmlAfter(changes, dropMarked), changes)
  const dates = entry('2024-05-02', '') + entry('2024-03-11', '')
  assert.doesNotMatch(htmlAfter(dates, dropMarked), /2024/)
})

test('a label before the date and a list of author and date are removed', () => {
  for (const html of [
    '<p>Veröffentlicht am <time datetime="2024-03-03">3. März 2024</time></p>',
    '<p>Last updated: <time datetime="2024-03-03">3 March 2024</time></p>',
    '<ul><li>By <span class="author">Ada Marsh</span></li><li><time datetime="2024-03-03">3 March</time></li></ul>',
  ])
    assert.equal(htmlAfter(`${html}<p>x</p>`, dropMarked), '<p>x</p>')
})

test('dates between the paragraphs of a chronicle stay', () => {
  const long = `<p>${'The harbour was closed, and the ships waited outside. '.repeat(3)}</p>`
  const chronicle = `${long}${long}<p><time datetime="2024-05-01">1 May</time></p>${long}`
  assert.equal(htmlAfter(chronicle, dropMarked), chronicle)
})

test('the heading beside a removed date stays', () => {
  assert.equal(
    htmlAfter('<div><time datetime="2024-05-01">10:04</time><h3>Bridge closed</h3></div><p>x</p>', dropMarked),
    '<div><h3>Bridge closed</h3></div><p>x</p>',
  )
})

test('times of day in a programme stay, with the names beside them', () => {
  const concert = 'Concert by <span class="author">Ada Marsh</span>'
  const programme = timed('10:00', 'Opening') + timed('12:30', concert) + timed('20:00', 'Lights')
  assert.equal(htmlAfter(programme, dropMarked), programme)
  assert.equal(htmlAfter(`${timed('12:30', '')}<p>x</p>`, dropMarked), '<p>x</p>')
})

const year = (date: string): string => `<h3><time datetime="${date}">${date}</time></h3><p>The light fell.</p>`

test('several headings with dates are the headings of a chronicle, and one is a byline', () => {
  const chronicle = year('1901') + year('1923')
  assert.equal(htmlAfter(chronicle, dropMarked), chronicle)
  assert.equal(htmlAfter('<h4><time datetime="1901">1901</time></h4><p>x</p>', dropMarked), '<h4></h4><p>x</p>')
})

const factRow = (label: string, value: string): string => `<div><span>${label}</span> ${value}</div>`

test('a date that is one of several facts with labels stays', () => {
  const time = '<time datetime="2026-05-03">Sunday 3 May</time>'
  const event = `<div>${factRow('When', time)}${factRow('Where', 'Marl')}</div>`
  assert.equal(htmlAfter(event, dropMarked), event)
  assert.doesNotMatch(
    htmlAfter(`<div>${factRow('Published', time)}${factRow('Section', 'Marl')}</div>`, dropMarked),
    /Sunday/,
  )
})

const shortEntry = (date: string, text: string): string =>
  `<div class="entry"><time datetime="2024">${date}</time><p>${text}</p></div>`

test('the dates of three entries with short texts are a chronicle, and those of two or of bylines are not', () => {
  const two = shortEntry('14 May', 'Anchor up.') + shortEntry('15 May', 'Fog.')
  const three = two + shortEntry('16 May', 'Whales at noon.')
  assert.equal(htmlAfter(three, dropMarked), three)
  assert.doesNotMatch(htmlAfter(two, dropMarked), /14 May|15 May/)
  const bylines = shortEntry('14 May', 'Published') + shortEntry('15 May', 'Updated') + shortEntry('16 May', 'Reviewed')
  assert.doesNotMatch(htmlAfter(bylines, dropMarked), /14 May/)
  const same = shortEntry('14 May', 'Anchor up.').repeat(3)
  assert.doesNotMatch(htmlAfter(same, dropMarked), /14 May/)
})
