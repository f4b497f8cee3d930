import { html } from '../../kernel/html.ts'
import { isLocalId } from '../sync/local-id.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { annotateBar } from '../annotations/annotate-bar.ts'
import { annotationSection } from '../annotations/annotation-section.ts'
import { dateText, isUnknown } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import { layout } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { annotatedArticle, type AnnotatedArticle } from './article/annotated-article.ts'
import { tableOfContents, sectionsOf } from './article/table-of-contents.ts'
import { listenBar } from './listen-bar.ts'
import { readerFooter } from './reader-footer.ts'
import { originText } from './entry-origin.ts'
import { readerBar } from './reader-bar.ts'
import type { ReaderView } from './reader-view.ts'
import { entryNote, entryNoteEditor } from './entry-note.ts'
import { publicLinkLine } from './public-link.ts'
import { headTags } from './tags-panel.ts'

/**
 * The script that restores the reading position and reacts to selected text and to keys. It is preloaded, because users
 * would notice a delay.
 */
const PRELOADED_SCRIPT = 'client/reading.js'

/** @returns the reading page of an entry, `/view/{id}` */
export function readerPage(view: ReaderView): Html {
  const { frame, title, sanitizedContent, fetch } = view
  const { t } = frame.words
  const prose = sanitizedContent === '' ? undefined : annotatedArticle({ ...view, t })
  const sections = prose ? sectionsOf(prose.map, prose.hasRepeatedTitle) : []
  const main = html`
    ${readerBar(view)}
    <article class="reader">
      <header class="reader-head" dir="${directionOf(title)}">
        <p class="eyebrow"><a href="${view.url}" rel="noopener noreferrer"><bdi>${view.siteName}</bdi></a></p>
        <h1 dir="auto" id="entry-title">${title}</h1>
        ${facts(view)}
        ${headTags({ ...view, t })}
        ${publicLinkLine(view)}
      </header>
      ${entryNote(view)}
      ${tableOfContents(sections, t)}
      ${fetch.kind !== 'excerpt' && fetchState(view)}
      ${prose && text(view, prose)}
      ${prose && marginNotes(view)}
      ${excerptLine(view)}
      ${annotationSection({ ...view, t, ...(prose && { placements: prose.placements }) })}
      ${readerFooter(view)}
    </article>
    ${entryNoteEditor(view)}
    ${prose && annotateBar({ ...view, t })}
    ${prose && listenBar(view)}
  `
  const head = html`<link rel="modulepreload" href="${frame.assetHref(PRELOADED_SCRIPT)}">`
  return layout({ frame, title, kind: 'reader', main, head })
}

/** Matches a text whose first letter belongs to a right-to-left script. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u

/**
 * @returns the writing direction of the title. The line below the title, with author and date, is aligned in the same
 *   way.
 */
function directionOf(title: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(title) ? 'rtl' : 'ltr'
}

function facts({ frame: { words }, authors, publishedAt, savedAt, readingMinutes }: ReaderView): Html {
  const { t } = words
  return html`
    <p class="meta">
      ${authors.length > 0 && html`<span><bdi>${t('entry.by')} <bdi>${authors.join(', ')}</bdi></bdi></span>`}
      <span>
        <bdi>
          ${
            publishedAt
              ? html`${t('entry.published')} ${dateText(publishedAt, words)}`
              : html`${!isUnknown(savedAt) && html`${t('entry.saved')} `}${dateText(savedAt, words)}`
          }
        </bdi>
      </span>
      ${readingMinutes > 0 && html`<span><bdi>${t('entry.minutes', { count: readingMinutes })}</bdi></span>`}
    </p>
  `
}

/**
 * @returns the text of the article. Attributes of the surrounding element pass the entry's id and reading position to
 *   the scripts.
 */
function text({ frame, id, csrfToken, position }: ReaderView, { markup }: AnnotatedArticle): Html {
  const { t } = frame.words
  return html`
    <div class="progress-line" aria-hidden="true"><span id="progress-line"></span></div>
    <div
      data-controller="reader-progress text-selection zoom${hasPlayer(markup) && ' player'}"
      data-player-address-value="/player/${id}"
      data-reader-progress-url-value="/view/${id}/progress"
      data-reader-progress-token-value="${csrfToken}"
      data-reader-progress-block-value="${position?.block ?? 0}"
      data-reader-progress-share-value="${position?.share ?? 0}"
    >
      ${markup}
      ${zoomDialog(t)}
    </div>
  `
}

/**
 * @returns the place of the notes in the margin of wide windows. A script copies them from the list of annotations. A
 *   refresh of the page leaves them alone.
 */
function marginNotes({ id, frame: { words } }: ReaderView): Html {
  return html`
    <ol
      class="margin-notes"
      id="margin-notes-${id}"
      aria-label="${words.t('annotations.margin')}"
      data-controller="margin-notes"
      data-turbo-permanent
    ></ol>
  `
}

const hasPlayer = (markup: Html): boolean => markup.toString().includes(' data-player="')

function fetchState(view: ReaderView): Child {
  const { fetch, sanitizedContent } = view
  const { t } = view.frame.words
  const hasText = sanitizedContent !== ''
  if (fetch.kind === 'pending') {
    const reload = html`<a href="/view/${view.id}">${t('entry.pendingReload')}</a>`
    const waiting = isLocalId(view.id)
      ? state(t('entry.unsentTitle'), [t('card.unsent')])
      : state(t('entry.pendingTitle'), [html`${t('entry.pending')} ${reload}`])
    return html`
      <div data-controller="pending-fetch" data-pending-fetch-whole-value="true">
        <div data-pending-fetch-target="card" data-entry="${view.id}">${waiting}</div>
      </div>
    `
  }
  if (fetch.kind === 'kept') return state(t('entry.failedAgainTitle'), [fetch.reason(t), t('entry.keptText')])
  if (fetch.kind === 'failed') {
    const login = fetch.isLoginWanted && html`<a href="/site-credentials/">${t('credentials.title')}</a>`
    const help = fetch.isArchiveWanted ? archiveLink(view) : login
    return state(t('entry.failedTitle'), [fetch.reason(t), fetch.next(t)], retry(view, help))
  }
  if (hasText) return null
  if (view.frame.offline) return state(t('offline.notKeptTitle'), [t('offline.notKept')])
  return state(t('entry.emptyTitle'), [t('entry.empty')])
}

/** @returns a link to the newest copy of the page in the Internet Archive, which is asked only on a click */
const archiveLink = ({ url, frame: { words } }: ReaderView): Html => html`
  <a href="https://web.archive.org/web/2/${url}" rel="noopener noreferrer">${words.t('entry.archiveCopy')}</a>
`

/** @returns the message below an article if only its free part could be fetched; null for other articles */
function excerptLine({ fetch, url, frame: { words } }: ReaderView): Child {
  if (fetch.kind !== 'excerpt') return null
  const { t } = words
  const login = html`<a href="/site-credentials/">${t('credentials.title')}</a>`
  const actions = html`
    <p class="state-actions"><a href="${url}" rel="noopener noreferrer">${t('card.original')}</a>${login}</p>
  `
  return state(fetch.reason(t), [fetch.next(t)], actions)
}

const state = (title: string, sentences: readonly Child[], actions?: Html): Html =>
  html`
    <div class="reader-state">
      <h2>${title}</h2>
      ${sentences.map((sentence) => html`<p dir="auto">${sentence}</p>`)}
      ${actions}
    </div>
  `

/** @returns the buttons and links below the message about a failed fetch */
function retry(view: ReaderView, help: Child): Html {
  const { id, url, csrfToken } = view
  const { t } = view.frame.words
  return html`
    <form class="state-actions" action="/view/${id}/reload" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="list" value="${originText(view)}" />
      <button class="button">${t('card.retry')}</button>
      <a href="${url}" rel="noopener noreferrer">${t('card.original')}</a>
      ${help}
    </form>
  `
}

/** @returns the dialog in which a script shows a picture as large as the window allows */
function zoomDialog(t: Localization['t']): Html {
  return html`
    <dialog
      class="zoom-dialog"
      aria-label="${t('reader.picture')}"
      data-zoom-target="dialog"
      data-action="click->zoom#close"
    >
      <img alt="" data-zoom-target="picture">
      <button class="bar-button" type="button" data-action="zoom#close">
        ${icon('x')}
        <span class="unseen">${t('reader.close')}</span>
      </button>
    </dialog>
  `
}
