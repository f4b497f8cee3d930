import type { EntryAnnotation } from '../../src/entries/entry.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import type { Html } from '../../src/kernel/html.ts'
import type { ListedAnnotation } from '../../src/annotations/listed-annotation.ts'
import type { Review } from '../../src/annotations/review/list-review.ts'
import { leftHighlightsPage } from '../../src/web/review/left-highlights.page.ts'
import { reviewPage } from '../../src/web/review/review.page.ts'
import { annotationsPage } from '../../src/web/annotations/annotations.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { editPage } from '../../src/web/reader/edit.page.ts'
import { contentOriginPage } from '../../src/web/reader/content-origin.page.ts'
import { readerPage } from '../../src/web/reader/reader.page.ts'
import type { ReaderView } from '../../src/web/reader/reader-view.ts'

const SAVED = new Date('2026-01-12T08:30:00Z')
const PARAGRAPH =
  'For a long time I went to bed early. Sometimes, when I had put out my candle, my eyes would close so quickly that I had not even time to say <em>“I’m going to sleep.”</em> And half an hour later the thought that it was time to look for sleep would awaken me; I would try to put away the book which I imagined was still in my hands.'

/** Every kind of element that sanitised content can contain. */
export const SAMPLE_CONTENT = `<p>${PARAGRAPH}</p>
<h2>A second thought</h2>
<p>I had been thinking all the time, while I was asleep, of <a href="https://example.com/" rel="noopener noreferrer">what I had just been reading</a>,<sup><a href="#fn-1" id="fnref-1">1</a></sup> but my thoughts had run into a channel of their own. The call is <code>saveEntry(deps, input)</code>.</p>
<blockquote><p>What is read slowly is read twice.</p></blockquote>
<ul><li>A first point, of one line</li><li>A second point, which takes more than one line so that one sees how it hangs under its bullet</li></ul>
<pre><code>const answer = await fetch('https://example.com/a/rather/long/address/that/does/not/fit/into/the/column?at=all')
console.log(answer.status)</code></pre>
<h3>Figures</h3>
<figure><img src="https://example.com/a.jpg" alt="A lamp" loading="lazy" referrerpolicy="no-referrer" width="1200" height="800"><figcaption>A lamp and a book</figcaption></figure>
<p style="text-align:center"><video src="https://example.com/a.mp4" poster="https://example.com/p.jpg" controls="" preload="none">Your browser plays no films.</video></p>
<table><tbody><tr><th>Year</th><th>Pages saved</th><th>Pages read</th></tr><tr><td>2024</td><td>1,204</td><td>310</td></tr><tr><td>2025</td><td>980</td><td>655</td></tr></tbody></table>
<h2>A third</h2>
<p>Then it would begin to seem unintelligible, as the thoughts of a former existence must be to a reincarnate spirit; the subject of my book would separate itself from me, leaving me free to choose whether I would form part of it or no.</p>
<ol><li id="fn-1">Of a candle. <a href="#fnref-1" rel="noopener noreferrer">↩</a></li></ol>`

/** A recording with chapters, and a table that only places things beside each other. */
const RECORDING_CONTENT =
  '<figure><audio src="https://example.com/1.mp3" controls=""></audio></figure><p>0:00 Hello<br>1:30 Tides</p>' +
  `<table><tbody><tr><td><p>${PARAGRAPH}</p></td><td><p>${PARAGRAPH}</p></td></tr></tbody></table>`

const LONG_CONTENT = SAMPLE_CONTENT.replace(`<p>${PARAGRAPH}</p>`, `<p>${PARAGRAPH}</p>`.repeat(24))

/** @returns all states of the pages for entries and annotations, by name */
export function readerSamples(
  frame: PageFrame,
  { text, address }: { readonly text: string; readonly address: string },
): Readonly<Record<string, Html>> {
  const neighbour = { id: 11 as EntryId, title: text }
  const reader = (over: Partial<ReaderView>) => readerPage(aReaderView(frame, over))
  return {
    entry: reader({ title: text, siteName: text, authors: [text, text], tags: [text], url: address, language: text }),
    'entry-long': reader({
      sanitizedContent: LONG_CONTENT,
      list: 'starred',
      query: { tag: text },
      search: { text, sort: 'rank', page: 2 },
      isArchived: true,
      isStarred: true,
      uid: null,
      knownTags: [text, 'slow web'],
      tags: ['slow web'],
      position: { block: 3, share: 0.2 },
      neighbours: { previous: neighbour, next: neighbour },
    }),
    'entry-annotated': reader({ uid: text, annotations: someAnnotations(text) }),
    'entry-pending': reader({ fetch: { kind: 'pending' }, sanitizedContent: '' }),
    'entry-failed': reader({
      fetch: { kind: 'failed', reason: () => text, next: () => text },
      sanitizedContent: '',
      annotations: someAnnotations(text),
    }),
    'entry-kept': reader({ fetch: { kind: 'kept', reason: () => text, next: () => text } }),
    'entry-noted': reader({ note: text }),
    'entry-no-text': reader({ sanitizedContent: '' }),
    'entry-recording': reader({ sanitizedContent: RECORDING_CONTENT }),
    ...otherPages(frame, text, address),
  }
}

function otherPages(frame: PageFrame, text: string, address: string): Record<string, Html> {
  const values = {
    title: text,
    note: text,
    tags: text,
    authors: text,
    date: '2026-03-01',
    language: text,
    picture: address,
  }
  const csrfToken = 'token'
  const info = {
    origin: { list: 'unread' as const, query: {} },
    frame,
    csrfToken,
    id: 12,
    title: text,
    url: address,
    source: 'page',
    savedAt: SAVED,
    updatedAt: SAVED,
  } as const
  const steps = [{ name: text, note: text }]
  const capture = { url: address, status: 200, contentType: text, size: 12_345, fetchedAt: SAVED.toISOString() }
  const listed = {
    id: 5,
    entryId: 12 as EntryId,
    entryTitle: text,
    siteName: text,
    url: 'https://example.org/',
    authors: [text],
    tags: [text],
    ownTags: [text],
    color: 'blue',
    createdAt: SAVED.toISOString(),
    updatedAt: SAVED.toISOString(),
  }
  return {
    edit: editPage({ frame, csrfToken, id: 12, values, noteWas: text, errors: {}, knownTags: [text] }),
    'edit-refused': editPage({
      frame,
      csrfToken,
      id: 12,
      values,
      noteWas: text,
      knownTags: [],
      errors: {
        form: text,
        title: text,
        note: text,
        tags: text,
        authors: text,
        date: text,
        language: text,
        picture: text,
      },
    }),
    info: contentOriginPage({
      ...info,
      explanation: { source: 'page', extractorVersion: 3, steps, capture, failure: null },
    }),
    'info-failed': contentOriginPage({
      ...info,
      source: 'summary',
      explanation: { source: 'none', extractorVersion: null, steps: [], capture: null, failure: null },
      failure: { reason: text, next: text },
    }),
    annotations: annotationsPage({
      frame,
      filter: { text, color: 'blue' },
      tags: [text],
      total: 61,
      notes: 1,
      unplaced: 0,
      page: 2,
      pages: 3,
      annotations: [
        { ...listed, quote: text, text },
        { ...listed, id: 4, quote: '', text: '' },
      ],
    }),
    'annotations-nothing': annotationsPage({
      frame,
      filter: { tag: text },
      tags: [],
      annotations: [],
      total: 0,
      notes: 0,
      unplaced: 0,
      page: 1,
      pages: 1,
    }),
    ...reviewPages(frame, { ...listed, quote: text, text }),
    'annotations-empty': annotationsPage({
      frame,
      filter: {},
      tags: [],
      annotations: [],
      total: 0,
      notes: 0,
      unplaced: 0,
      page: 1,
      pages: 1,
    }),
  }
}

function reviewPages(frame: PageFrame, one: ListedAnnotation): Record<string, Html> {
  const review = { day: '2026-01-12', done: 2, hasHighlights: true, nextDay: '2026-01-13' }
  const page = (more: Partial<Review>): Html =>
    reviewPage({
      frame,
      csrfToken: 'token',
      contexts: new Map([[4, { before: 'Before ', after: ' after.' }]]),
      review: { ...review, highlights: [], ...more },
      upcoming: more.done === 0 ? [one] : [],
      left: 3,
    })
  return {
    review: page({ highlights: [one, { ...one, id: 4, text: '' }] }),
    'review-done': page({}),
    'review-left': leftHighlightsPage({ frame, csrfToken: 'token', highlights: [one], page: 1, pages: 2 }),
    'review-left-none': leftHighlightsPage({ frame, csrfToken: 'token', highlights: [], page: 1, pages: 1 }),
    'review-nothing': page({ done: 0 }),
    'review-empty': page({ done: 0, hasHighlights: false, nextDay: undefined }),
  }
}

function someAnnotations(text: string): EntryAnnotation[] {
  const time = { color: 'green', createdAt: SAVED.toISOString(), updatedAt: SAVED.toISOString() }
  const ranges = '[{"start":"/p[1]","startOffset":"4","end":"/p[1]","endOffset":"13"}]'
  return [
    { id: 1, quote: 'a long ti', text, ranges, ...time },
    { id: 2, quote: 'went to bed early. Sometimes', text: '', ranges: '[]', ...time },
    { id: 3, quote: 'to bed early', text, ranges: '[]', ...time },
    { id: 4, quote: `§ ${text} §`, text, ranges: 'no JSON', ...time },
  ]
}

/** @returns complete data of a reading page. Tests change the fields that they need. */
function aReaderView(frame: PageFrame, over: Partial<ReaderView>): ReaderView {
  return {
    frame,
    csrfToken: 'token',
    baseUrl: 'https://dogear.example',
    id: 12,
    title: 'The quiet pleasure of reading later',
    url: 'https://paperandink.example/2026/quiet',
    siteName: 'paperandink.example',
    authors: [],
    publishedAt: SAVED,
    savedAt: SAVED,
    readingMinutes: 9,
    isArchived: false,
    isStarred: false,
    tags: [],
    fetch: { kind: 'done' },
    sanitizedContent: SAMPLE_CONTENT,
    note: null,
    annotations: [],
    list: 'unread',
    query: {},
    neighbours: {},
    knownTags: [],
    ...over,
  }
}
