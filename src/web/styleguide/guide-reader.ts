import type { EntryAnnotation } from '../../entries/entry.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { annotateBar } from '../annotations/annotate-bar.ts'
import { annotationSection } from '../annotations/annotation-section.ts'
import type { PageFrame } from '../layout/layout.ts'
import { annotatedArticle } from '../reader/article/annotated-article.ts'
import { tableOfContents } from '../reader/article/table-of-contents.ts'
import { readerFooter } from '../reader/reader-footer.ts'
import { readerBar } from '../reader/reader-bar.ts'
import type { ReaderView } from '../reader/reader-view.ts'
import type { Localization } from '../layout/localization.ts'
import { GUIDE_TOKEN } from './guide-controls.ts'

const SAVED_AT = new Date('2026-01-12T08:30:00Z')
/** Id of the sample entry. No real entry has such a high id. */
const SAMPLE_ENTRY_ID = 9_000_000_000_100

/** @returns the parts of the reading page, with a sample text that contains every kind of element */
export function readerParts(frame: PageFrame): Html {
  const { t } = frame.words
  const annotations = someAnnotations(t)
  const view = aView(frame, annotations)
  const prose = annotatedArticle({ ...view, t })
  const sections = ['colours', 'type', 'icons'].map((id, index) => ({
    id,
    title: t('styleguide.sample.title'),
    level: index % 2,
  }))
  return html`
    <div class="guide-stage">
      ${readerBar(view)}
      <article class="reader">
        ${tableOfContents(sections, t)}
        ${prose.markup}
        <div class="guide-still">${annotateBar({ id: SAMPLE_ENTRY_ID, csrfToken: GUIDE_TOKEN, t })}</div>
        ${annotationSection({ ...view, t, placements: prose.placements })}
        ${readerFooter(view)}
      </article>
    </div>
  `
}

function aView(frame: PageFrame, annotations: readonly EntryAnnotation[]): ReaderView {
  const { t } = frame.words
  const neighbour = { id: SAMPLE_ENTRY_ID as EntryId, title: t('styleguide.sample.title') }
  return {
    frame,
    csrfToken: GUIDE_TOKEN,
    baseUrl: 'https://dogear.example',
    id: SAMPLE_ENTRY_ID,
    title: t('styleguide.sample.title'),
    url: 'https://paperandink.example/2026/quiet',
    siteName: 'paperandink.example',
    readingMinutes: 9,
    savedAt: SAVED_AT,
    isArchived: false,
    isStarred: true,
    tags: [t('styleguide.sample.tag')],
    fetch: { kind: 'done' },
    authors: [],
    uid: null,
    sanitizedContent: aText(frame),
    note: null,
    annotations,
    list: 'unread',
    query: {},
    neighbours: { previous: neighbour, next: neighbour },
    knownTags: [t('styleguide.sample.otherTag')],
  }
}

/** @returns the sample text as sanitised content */
function aText({ words: { t }, assetHref }: PageFrame): string {
  const sentence = t('styleguide.sample.sentence')
  return html`
    <p>
      ${sentence} <em>${t('styleguide.sample.mark')}</em> <strong>${t('styleguide.sample.button')}</strong>${' '}
      <a href="#reader">${t('styleguide.sample.link')}</a>
    </p>
    <h2>${t('styleguide.sample.title')}</h2>
    <p>
      ${sentence} <code>a + b</code> <code class="math">x^2</code>${' '}
      <span class="formula formula-display"><math display="block"><msup><mi>x</mi><mn>2</mn></msup></math></span>
    </p>
    <blockquote><p>${sentence}</p></blockquote>
    <figure><img src="${assetHref('images/icon-192.png')}" alt="" width="192" height="192"></figure>
    <figure>
      <img
        src="https://paperandink.example/lamp.jpg"
        alt="${t('styleguide.sample.title')}"
        width="800"
        height="600"
      >
    </figure>
    <p>${sentence} <img src="https://paperandink.example/sum.png" alt="x²" width="18" height="18"></p>
    <ul>
      <li>${sentence}</li>
      <li>${sentence}</li>
    </ul>
    <pre><code>0 + 1</code></pre>
    <table>
      <tbody>
        <tr>
          <th>1</th>
          <th>2</th>
        </tr>
        <tr>
          <td>3</td>
          <td>4</td>
        </tr>
      </tbody>
    </table>
  `.toString()
}

function someAnnotations(t: Localization['t']): EntryAnnotation[] {
  const time = { color: 'green', createdAt: SAVED_AT.toISOString(), updatedAt: SAVED_AT.toISOString() }
  return [
    { id: 1, quote: t('styleguide.sample.mark'), text: t('styleguide.sample.hint'), ranges: '[]', ...time },
    { id: 2, quote: t('styleguide.sample.longWord'), text: '', ranges: '[]', ...time },
  ]
}
