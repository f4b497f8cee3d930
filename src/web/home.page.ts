import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { bookmarkletCode, bookmarkletLink } from './bookmarklet.ts'
import { entryCard } from './entry-card.ts'
import type { EntryCardView } from './entry-card.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'
import type { ListName } from './list-name.ts'
import { pager } from './pager.ts'

export interface HomeView {
  readonly frame: PageFrame
  readonly list: ListName
  readonly entries: readonly EntryCardView[]
  /** How many entries the whole list has. */
  readonly total: number
  /** Counted from 1. */
  readonly page: number
  readonly pages: number
  readonly csrfToken: string
  /** Address of this server as its reader types it. */
  readonly baseUrl: string
  /** What was typed into the add field and refused, if anything. */
  readonly add: { readonly url?: string; readonly error?: string }
}

const WORDS = {
  titles: { unread: 'Unread', starred: 'Starred', archive: 'Archive', all: 'All' },
  count: (total: number) => (total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`),
  addLabel: 'Save a page',
  addPlaceholder: 'https://…',
  addSubmit: 'Save',
  empty: {
    unread: 'Nothing to read yet',
    starred: 'Nothing starred yet',
    archive: 'Nothing archived yet',
    all: 'Nothing saved yet',
  },
  emptyHint: {
    starred: 'Star what you want to find again. It stays here, read or unread.',
    archive: 'Archive what you have read. It stays here and can be found at any time.',
  },
  teach: 'Three ways to fill this page:',
  here: 'Right here.',
  hereText: 'Paste an address into the field above.',
  bookmark: 'From any browser.',
  bookmarkText: 'Drag this to your bookmarks bar, then click it on a page worth keeping:',
  bookmarkName: 'Save to Dogear',
  bookmarkCode: 'Or make a bookmark with this as its address:',
  phone: 'From your phone.',
  client: 'Create an API client',
  phoneText: ', then install any wallabag app and enter this server’s address with the client’s ID and secret:',
}

/** @returns a list of entries as a column of cards, with the field to add one on top */
export function homePage(view: HomeView): Html {
  const { frame, list, total, page, pages } = view
  const title = WORDS.titles[list]
  const main = html`<div class="page-head"><h1>${title}</h1>${total > 0 && html`<p class="meta">${WORDS.count(total)}</p>`}</div>
${addForm(view)}
${view.entries.length === 0 ? emptyState(view) : cards(view)}
${pager({ path: `/${list}/list`, page, pages })}`
  return layout({ frame, title, kind: 'lists', current: list, main })
}

function cards({ entries, csrfToken, list, page }: HomeView): Html {
  const back = page > 1 ? `/${list}/list/${page}` : `/${list}/list`
  return html`<ul class="cards">
${entries.map((entry) => entryCard(entry, csrfToken, back))}</ul>`
}

function addForm({ csrfToken, add }: HomeView): Html {
  return html`<form action="/new-entry" method="post" class="add">
<input type="hidden" name="entry[_token]" value="${csrfToken}" />
<label for="entry_url">${WORDS.addLabel}</label>
<input id="entry_url" name="entry[url]" type="url" value="${add.url}" placeholder="${WORDS.addPlaceholder}" autocomplete="off" aria-invalid="${add.error ? 'true' : 'false'}" aria-describedby="${add.error ? 'entry_url-error' : ''}" required>
<button class="button">${WORDS.addSubmit}</button>
${add.error && html`<p class="field-error" id="entry_url-error">${add.error}</p>`}
</form>`
}

function emptyState({ list, baseUrl }: HomeView): Html {
  const lesson: Child =
    list === 'starred' || list === 'archive' ? html`<p>${WORDS.emptyHint[list]}</p>` : waysToSave(baseUrl)
  return html`<section class="empty"><h2>${WORDS.empty[list]}</h2>
${lesson}</section>`
}

function waysToSave(baseUrl: string): Html {
  return html`<p>${WORDS.teach}</p>
<ol class="ways">
<li><p><strong>${WORDS.here}</strong> ${WORDS.hereText}</p></li>
<li><p><strong>${WORDS.bookmark}</strong> ${WORDS.bookmarkText}</p>
<p>${bookmarkletLink(baseUrl, WORDS.bookmarkName)}</p>
<details><summary>${WORDS.bookmarkCode}</summary><pre tabindex="0"><code>${bookmarkletCode(baseUrl)}</code></pre></details></li>
<li><p><strong>${WORDS.phone}</strong> <a href="/developer/client/create">${WORDS.client}</a>${WORDS.phoneText} <code>${baseUrl}</code></p></li>
</ol>`
}
