import { html, type Html } from '../../kernel/html.ts'
import { cardParts } from '../cards/card-parts.ts'
import { entryCard } from '../cards/entry-card.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import { addEntryForm } from '../lists/add-entry-form.ts'
import { bulkBar } from '../lists/bulk-bar.ts'
import { emptyList } from '../lists/empty-list.ts'
import type { ListView } from '../lists/list-view.ts'
import { listFilters } from '../lists/list-filters.ts'
import { pager } from '../lists/pager.ts'
import type { Localization } from '../layout/localization.ts'
import { GUIDE_TOKEN } from './guide-controls.ts'

/** Id of the first sample entry. No real entry has such a high id. */
const FIRST_ID = 9_000_000_000_000
const SAVED_AT = new Date('2026-01-12T08:30:00Z')

type Over = Partial<EntryCardView>

/** @returns sample entries that together show every state of a card */
function everyCard({ words, assetHref }: PageFrame): readonly EntryCardView[] {
  const { t } = words
  const said = {
    reason: (say: Localization['t']) => say('failure.http_error.reason'),
    next: (say: Localization['t']) => say('failure.http_error.next'),
  }
  const states: readonly Over[] = [
    { tags: [t('styleguide.sample.tag'), t('styleguide.sample.otherTag')] },
    { isStarred: true, previewPicture: assetHref('images/icon-512.png'), annotations: 3 },
    { isArchived: true, progress: 1 },
    { progress: 0.4, title: t('styleguide.sample.longTitle') },
    { fetch: { kind: 'pending' }, readingMinutes: 0, title: 'https://paperandink.example/2026/quiet' },
    { fetch: { kind: 'failed', ...said }, readingMinutes: 0 },
    { fetch: { kind: 'kept', ...said } },
    { title: t('styleguide.sample.rightToLeft'), language: 'ar' },
    { title: t('styleguide.sample.longWord') },
    { snippet: html`${t('styleguide.sample.sentence')} <mark>${t('styleguide.sample.mark')}</mark>` },
  ]
  // The name of a site determines the colour of its cover. Each sample site has a different letter as its name, so
  // consecutive cards have different colours.
  return states.map((over, index) => ({ ...aCard(words, index), ...over }))
}

function aCard({ t }: Localization, index: number): EntryCardView {
  return {
    id: FIRST_ID + index,
    title: t('styleguide.sample.title'),
    url: 'https://paperandink.example/2026/quiet',
    siteName: 'abcdefghij'[index % 10]!,
    readingMinutes: 9,
    author: t('styleguide.sample.mark'),
    excerpt: `${t('styleguide.sample.sentence')} `.repeat(4),
    savedAt: SAVED_AT,
    ageMs: index * 40_000_000,
    isArchived: false,
    isStarred: false,
    tags: [],
    fetch: { kind: 'done' },
  }
}

/** @returns all sample entries as cards, and some of them as rows */
export function cards(frame: PageFrame): Html {
  const context = { words: frame.words, csrfToken: GUIDE_TOKEN, back: '/styleguide' }
  const all = everyCard(frame)
  const rows = all.slice(0, 4).map((card) => ({ ...card, id: card.id + all.length }))
  return html`
    ${cardParts({ t: frame.words.t, ...context })}
    <ul class="cards">${all.map((card) => entryCard(card, context))}</ul>
    <ul class="cards rows">${rows.map((card) => entryCard(card, context))}</ul>
  `
}

/**
 * @param baseUrl address of this server
 * @returns the parts around a list: the form for new addresses, the filters with some of them active, the form for
 *   actions on many entries, and the links to other pages
 */
export function listParts(frame: PageFrame, baseUrl: string): Html {
  const { t } = frame.words
  const view: ListView = {
    frame,
    list: 'unread',
    query: { sort: 'title', tag: t('styleguide.sample.tag'), within: 10, has: 'failed' },
    entries: [],
    total: 1234,
    page: 2,
    pages: 42,
    csrfToken: GUIDE_TOKEN,
    bookmark: { baseUrl, savingKey: 'key' },
    add: {},
    layout: 'cards',
    tags: [t('styleguide.sample.tag')],
  }
  const tags = view.tags
  const whole = { list: 'unread', total: 1234 }
  return html`
    ${addEntryForm({
      t,
      csrfToken: GUIDE_TOKEN,
      username: 'guide',
      list: 'unread',
      url: t('styleguide.sample.title'),
      error: t('styleguide.sample.error'),
    })}
    ${listFilters(view)}
    <div class="guide-still">${bulkBar({ frame, csrfToken: GUIDE_TOKEN, back: '/styleguide', tags, whole })}</div>
    ${pager({ t, href: (page) => `/unread/list/${page}`, page: 2, pages: 42 })}
    ${emptyList({ ...view, query: {} })}
  `
}
