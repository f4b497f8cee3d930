import { drawing } from '../layout/drawing.ts'
import { cardsClass, layoutSheets, type CardLayout } from '../cards/card-layout.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { entryCard } from '../cards/entry-card.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import { querySuggestions } from '../forms/query-suggestions.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { bulkBar } from '../lists/bulk-bar.ts'
import { cardList } from '../lists/card-list.ts'
import { pager } from '../lists/pager.ts'
import type { Correction } from '../../search/correction/correct-query.ts'
import { MAX_UNINDEXED_COUNT } from '../../search/search-entries.ts'
import type { QueryWarning } from '../../query/query.ts'
import { MAX_WARNINGS, warningSentences } from '../forms/query-warnings.ts'
import type { Localization } from '../layout/localization.ts'

interface SearchView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the query; empty before the first search */
  readonly text: string
  readonly sort: 'created' | 'rank'
  /** the order that the query itself demands, or its only possible one; absent if the user can choose */
  readonly order?: string
  readonly entries: readonly EntryCardView[]
  readonly total: number
  /** true if there are more hits than `total`, because counting stopped at a limit */
  readonly isCapped?: boolean
  /** number of entries that are not in the search index yet, counted up to `MAX_UNINDEXED_COUNT` */
  readonly unindexed: number
  /** parts of the query that the search did not understand */
  readonly warnings?: readonly QueryWarning[]
  /** the meaning of the query in words; absent if the query consists of search words only */
  readonly explanation?: string
  /** the query that found the entries, if the one in `text` found nothing */
  readonly correction?: Correction
  /** a query that the user may have meant */
  readonly offer?: string
  /** collections that the query names but that do not exist */
  readonly unknownCollections?: readonly string[]
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  readonly layout: CardLayout
  /** labels of the owner's tags, which the form for actions on entries suggests */
  readonly tags: readonly string[]
}

/** The elements of the query syntax that the page explains, each with the last part of its message key. */
const SYNTAX_EXAMPLES = [
  ['"…"', 'phrase'],
  ['OR', 'or'],
  ['-', 'not'],
  ['tag:', 'tag'],
  ['site:', 'site'],
  ['author:', 'author'],
  ['title:', 'title'],
  ['is:unread', 'unread'],
  ['is:starred', 'starred'],
  ['has:note', 'note'],
  ['time:<10', 'time'],
  ['saved:7d', 'saved'],
] as const

/** @returns the search page: the search field, and the results or the explanation of the query syntax */
export function searchPage(view: SearchView): Html {
  const { frame, text, sort } = view
  const { t } = frame.words
  const title = text === '' ? t('search.title') : t('search.titleFor', { text })
  const main = html`
    <h1 tabindex="-1">${t('search.title')}</h1>
    <form action="/search" class="search-form" role="search" aria-label="${t('search.label')}">
      <label class="unseen" for="q">${t('search.label')}</label>
      <span class="add-field">
        ${icon('search')}
        ${querySuggestions(
          html`
            <input
              id="q"
              name="q"
              type="search"
              value="${text}"
              placeholder="${t('search.placeholder')}"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              ?autofocus="${text === ''}"
              data-action-name="search"
              data-query-completion-target="field"
            >
          `,
          'q-suggestions',
          t,
        )}
      </span>
      ${sort === 'created' && html`<input type="hidden" name="sort" value="created">`}
      <button class="button">${t('search.submit')}</button>
    </form>
    ${view.explanation !== undefined && html`<p class="meta search-explanation">${view.explanation}</p>`}
    ${text !== '' && notice(view)}
    ${text !== '' && queryProblems(view)}
    ${view.correction && correctionNotice(view, view.correction)}
    ${view.offer !== undefined && offerLink(view, view.offer)}
    ${text === '' ? help(t) : results({ ...view, text: view.correction?.text ?? text })}
  `
  return layout({
    frame,
    title,
    kind: 'lists',
    current: 'search',
    main,
    sheets: ['search', ...layoutSheets(view.layout)],
  })
}

function notice({ frame: { words }, unindexed }: SearchView): Child {
  if (unindexed === 0) return undefined
  const sentence = unindexed < MAX_UNINDEXED_COUNT ? 'search.waiting' : 'search.waitingMany'
  return html`<p class="meta" role="status">${words.t(sentence, { count: unindexed })}</p>`
}

/**
 * @returns warnings about the parts of the query that the search did not understand and therefore ignored, and about
 *   collections that do not exist
 */
function queryProblems({ frame: { words }, text, warnings = [], unknownCollections = [] }: SearchView): Child {
  if (warnings.length + unknownCollections.length === 0) return undefined
  const places = unknownCollections.slice(0, MAX_WARNINGS).map((name) => words.t('collections.unknown', { name }))
  const items = [...warningSentences(text, warnings, words.t), ...places].map((sentence) => html`<li>${sentence}</li>`)
  return html`${markProblems(text, warnings)}<div role="status"><ul class="meta search-warnings">${items}</ul></div>`
}

/** @returns the query with marks on the parts that the search did not understand */
function markProblems(text: string, warnings: readonly QueryWarning[]): Child {
  const pieces: Html[] = []
  let done = 0
  for (const { start, end } of warnings.toSorted((one, other) => one.start - other.start)) {
    if (start < done || end <= start) continue
    pieces.push(html`${text.slice(done, start)}<mark>${text.slice(start, end)}</mark>`)
    done = end
  }
  return pieces.length > 0 && html`<p class="search-marked" dir="auto"><code>${pieces}${text.slice(done)}</code></p>`
}

/** @returns which words were replaced, and a link to the search for exactly what was typed */
function correctionNotice({ frame: { words }, text, sort }: SearchView, correction: Correction): Html {
  const { t, language } = words
  const list = (items: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(items.map((text) => t('search.quoted', { text })))
  const typed = list(correction.words.map((word) => word.typed))
  const shown = list(correction.words.map(({ near }) => near))
  return html`
    <p class="search-correction" role="status">
      ${t('search.corrected', { typed, shown })}${' '}
      <a href="${`${href({ text, sort })}&exact=1`}">${t('search.exactly', { text })}</a>
    </p>
  `
}

function offerLink({ frame: { words }, sort }: SearchView, offer: string): Html {
  return html`
    <p class="search-correction">
      <a href="${href({ text: offer, sort })}">${words.t('search.offer', { text: offer })}</a>
    </p>
  `
}

/** @returns an example of the query syntax. One that is a complete query is a link to what it finds. */
function syntaxExample(example: string): Html {
  const code = html`<code>${example}</code>`
  const isComplete = /^\w+:./.test(example)
  return isComplete ? html`<a href="${href({ text: example, sort: 'created' })}">${code}</a>` : code
}

function help(t: Localization['t']): Html {
  return html`
    <section class="search-help">
      <h2>${t('search.help')}</h2>
      <dl>
        ${SYNTAX_EXAMPLES.map(
          ([example, key]) => html`
            <dt>${syntaxExample(example)}</dt>
            <dd>${t(`search.examples.${key}`)}</dd>
          `,
        )}
      </dl>
    </section>
  `
}

const href = ({ text, sort }: Pick<SearchView, 'text' | 'sort'>, page = 1): string => {
  const query = new URLSearchParams({
    q: text,
    ...(sort === 'created' && { sort }),
    ...(page > 1 && { page: String(page) }),
  })
  return `/search?${query}`
}

function results(view: SearchView): Child {
  const { frame, total, isCapped, entries, csrfToken, page, pages, layout: shape } = view
  const { t } = frame.words
  if (total === 0) {
    return html`
      <section class="empty" id="empty">
        ${drawing('search')}
        <h2>${t('search.nothing')}</h2>
        <p>${t('search.nothingHint')}</p>
      </section>
    `
  }
  const context = { words: frame.words, csrfToken, back: href(view, page) }
  return html`
    <div class="page-head">
      <p class="meta" id="list-count">${t(isCapped ? 'search.countCapped' : 'list.count', { count: total })}</p>
      ${orders(view)}
      ${saveLink(view)}
    </div>
    ${cardList({
      t,
      csrfToken,
      viewer: frame.viewer,
      back: context.back,
      isEndless: false,
      content: html`
        ${bulkBar({
          frame,
          csrfToken,
          back: context.back,
          tags: view.tags,
          whole: { list: 'all', total, isCapped: isCapped === true },
        })}
        <ul class="${cardsClass(shape)}" id="cards">
          ${entries.map((entry) => entryCard(entry, context))}
        </ul>
        ${pager({ t, href: (number) => href(view, number), page, pages })}
      `,
    })}
  `
}

/** @returns a link to the form that creates a collection from this query */
function saveLink({ text, frame: { words } }: SearchView): Html {
  const query = new URLSearchParams({ q: text })
  return html`
    <a
      class="button-quiet search-save"
      href="/collections/new?${query.toString()}"
      title="${words.t('collections.saveSearch')}"
    >
      ${icon('folder-plus')}
      <span>${words.t('collections.saveSearch')}</span>
    </a>
  `
}

function orders({ text, sort, order, frame: { words } }: SearchView): Child {
  if (order !== undefined) return order !== '' && html`<p class="orders meta">${order}</p>`
  const link = (one: 'created' | 'rank') =>
    one === sort
      ? html`<a href="${href({ text, sort: one })}" aria-current="true">${words.t(`search.sorts.${one}`)}</a>`
      : html`<a href="${href({ text, sort: one })}">${words.t(`search.sorts.${one}`)}</a>`
  return html`<p class="orders">${link('rank')} ${link('created')}</p>`
}
