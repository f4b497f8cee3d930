import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectMetadata } from './page-metadata.ts'
import { parsePage } from '../dom/parse-page.ts'
import { readMetadata } from './read-metadata.ts'

function dateOf(html: string, url = 'https://www.tidepost.example/story'): string | undefined {
  return readMetadata(collectMetadata(parsePage(html)), url, url).publishedAt?.slice(0, 10)
}

const STATED = '<meta property="article:published_time" content="2020-01-02T10:00:00Z">'
const LONG = `<p>${'The tide comes in and the tide goes out again. '.repeat(10)}</p>`

test('the date shown next to the heading takes precedence over the declared date', () => {
  assert.equal(dateOf(`${STATED}<h1>Tides</h1><p>Ada Marsh</p><p>6 May 2021</p>`), '2021-05-06')
  assert.equal(dateOf(`${STATED}<p>6 May 2021</p><h1>Tides</h1>`), '2021-05-06')
})

test('the declared date is used with its time if the shown date is the same day', () => {
  const html = `${STATED}<h1>Tides</h1><p>January 2, 2020</p>`
  assert.equal(
    readMetadata(collectMetadata(parsePage(html)), 'https://a.example/', 'https://a.example/').publishedAt,
    '2020-01-02T10:00:00.000Z',
  )
})

test('a shown modification date is used only if there is no publication date', () => {
  const changed = '<h1>Tides</h1><p>Last updated on 6 May 2021</p>'
  assert.equal(dateOf(STATED + changed), '2020-01-02')
  assert.equal(dateOf(changed), '2021-05-06')
  assert.equal(dateOf(STATED + changed.replace('on 6', 'on</p><p>6')), '2020-01-02')
  assert.equal(dateOf('<h1>Tides</h1><p>Published <b>6 May 2021</b></p><p>Updated 7 June 2022</p>'), '2021-05-06')
})

test('dates in the text, far from the heading, in long lines, or in a page header do not replace the declared date', () => {
  const far = Array.from({ length: 30 }, (_, i) => `<p>line ${i}</p>`).join('')
  for (const html of [
    `<h1>Tides</h1>${LONG}<p>6 May 2021</p>`,
    `<h1>Tides</h1>${far}<p>6 May 2021</p>`,
    '<h1>Tides</h1><p>The harbour was closed from the 6 May 2021 to the end of that summer</p>',
    '<p>Thursday, 6 May 2021</p><h1>Tides</h1>',
    '<p>6 May 2021</p><p>a</p><p>b</p><p>c</p><h1>Tides</h1>',
  ])
    assert.equal(dateOf(STATED + html), '2020-01-02', html.slice(0, 60))
})

test('a date with the label "Published" takes precedence, wherever it is on the page', () => {
  assert.equal(
    dateOf(`${STATED}<h1>Tides</h1>${LONG}<footer>Published <time>May 6, 2021</time></footer>`),
    '2021-05-06',
  )
  assert.equal(
    dateOf(`${STATED}<h1>Tides</h1>${LONG}<footer>Originally published on May 6, 2021</footer>`),
    '2021-05-06',
  )
  assert.equal(dateOf(`${STATED}<h1>Tides</h1>${LONG}<p>Published by Tide Press, May 6, 2021</p>`), '2020-01-02')
})

test('the month of a date in the address may be a name', () => {
  assert.equal(dateOf('<p>x', 'https://a.example/2023/october/03/tides'), '2023-10-03')
  assert.equal(dateOf('<p>x', 'https://a.example/2023/autumn/03/tides'), undefined)
})

test('the date of the second article in JSON-LD is used if the first has none', () => {
  const linked = [{ '@type': 'Article' }, { '@type': 'BlogPosting', datePublished: '2019-09-09' }]
  assert.equal(dateOf(`<script type="application/ld+json">${JSON.stringify(linked)}</script>`), '2019-09-09')
})

test('the elements of a marked line are read separately', () => {
  const line = '<div class="post-date"><b>Health</b><b>DECEMBER 22, 2022</b><b>Changed: JANUARY 02, 2026</b></div>'
  assert.equal(dateOf(line), '2022-12-22')
})

test('the date of a discussion is that of its first post, not that of the last post shown', () => {
  const thread = `${STATED}<h1>Tides</h1><p>Mar 4, 2024</p><div itemtype="https://schema.org/DiscussionForumPosting"></div>`
  assert.equal(dateOf(thread), '2020-01-02')
  assert.equal(dateOf('<h1>Tides</h1><p>Joined 4 March 2011</p><p>6 May 2021</p>'), '2021-05-06')
  const answers = '<time itemprop="dateCreated" datetime="2018-06-08"></time><time datetime="2021-01-01"></time>'
  assert.equal(dateOf(`<h1>Tides</h1>${answers}`), '2018-06-08')
})

test('a numeric date that equals the declared date with day and month swapped does not replace it', () => {
  assert.equal(dateOf(`${STATED}<h1>Tides</h1><p>02.01.2020</p>`), '2020-01-02')
  assert.equal(dateOf(`${STATED}<h1>Tides</h1><p>01.02.2020</p>`), '2020-01-02')
  assert.equal(dateOf(`${STATED}<h1>Tides</h1><p>1 February 2020</p>`), '2020-02-01')
})

test('the date is read from a meta element with a name about publication, whatever its prefix', () => {
  for (const name of ['w-published-date', 'ms.date', 'publish_time', 'article-issue-date'])
    assert.equal(dateOf(`<meta name="${name}" content="2020-01-02">`), '2020-01-02', name)
  assert.equal(dateOf('<meta name="modified-date" content="2020-01-02">'), undefined)
})

test('a month without a day is used only if no date is declared', () => {
  assert.equal(dateOf('<h1>Tides</h1><p>May 2021</p>'), '2021-05-01')
  assert.equal(dateOf(`${STATED}<h1>Tides</h1><p>May 2021</p>`), '2020-01-02')
  assert.equal(dateOf('<h1>Tides</h1><p>The tables of May 2021 are out</p>'), undefined)
})

test('the address decides which number of a date is the day', () => {
  const page = '<p class="date">03/10/2023</p>'
  assert.equal(dateOf(page, 'https://www.tidepost.example/2023/october/03/tides'), '2023-10-03')
  assert.equal(dateOf(page, 'https://www.tidepost.example/2023/october/04/tides'), '2023-03-10')
})

test('the date of a discussion is the date after "Started by"', () => {
  const page = '<p>Started by Ada, June 4, 2021</p><time datetime="2026-03-05">now</time>'
  assert.equal(dateOf(page, 'https://forum.tidepost.example/topic/1'), '2021-06-04')
})

test('the date of the last change is used only if there is no other date', () => {
  const changed = '<meta property="article:modified_time" content="2023-06-12T10:39:42+00:00">'
  assert.equal(dateOf(changed), '2023-06-12')
  assert.equal(dateOf(`${changed}<p>4 May 2021</p>`), '2021-05-04')
})

test('elements that scripts turn into a relative time give the date', () => {
  assert.equal(dateOf('<h1>Tides</h1><relative-time datetime="2020-01-02T03:04:05Z"></relative-time>'), '2020-01-02')
  assert.equal(dateOf('<h1>Tides</h1><faceplate-timeago ts="2020-01-02T03:04:05Z"></faceplate-timeago>'), '2020-01-02')
})

test('the date of an event, of a comment, or in a sentence is not the date of the page', () => {
  const event = '<time datetime="2026-12-24T18:00">24 December 2026, 18:00</time>'
  const posted = '<p>Posted on <time datetime="2026-11-01">1 November 2026</time></p>'
  assert.equal(dateOf(`<h1>Tides</h1><p>When: ${event}</p>${posted}${LONG}`), '2026-11-01')
  assert.equal(dateOf(`<h1>Tides</h1><p><b>Beginn:</b> ${event}</p>${posted}${LONG}`), '2026-11-01')
  for (const html of [
    `<h1>Tides</h1>${LONG}<p itemscope><time itemprop="startDate" datetime="2026-12-24"></time></p>`,
    `<h1>Tides</h1>${LONG}<div class="comments-area"><p>Ada <time datetime="2024-01-01"></time></p></div>`,
    `<h1>Tides</h1>${LONG}${LONG.replace('</p>', ' <time datetime="1911-05-04"></time></p>')}`,
  ])
    assert.equal(dateOf(html), undefined, html)
})
