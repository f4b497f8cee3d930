import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { bookmarkletCode, bookmarkletLink } from './bookmarklet.ts'
import { entryCard } from './entry-card.ts'
import type { EntryCardView } from './entry-card.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'
import type { ListName } from './list-name.ts'
import { pager } from './pager.ts'
import type { Words } from './words.ts'

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

/** @returns a list of entries as a column of cards, with the field to add one on top */
export function homePage(view: HomeView): Html {
  const { frame, list, total, page, pages } = view
  const { t } = frame.words
  const title = t(`list.titles.${list}`)
  const main = html`<div class="page-head"><h1>${title}</h1>${total > 0 && html`<p class="meta">${t('list.count', { count: total })}</p>`}</div>
${addForm(view)}
${view.entries.length === 0 ? emptyState(view) : cards(view)}
${pager({ t, path: `/${list}/list`, page, pages })}`
  return layout({ frame, title, kind: 'lists', current: list, main })
}

function cards({ frame: { words }, entries, csrfToken, list, page }: HomeView): Html {
  const back = page > 1 ? `/${list}/list/${page}` : `/${list}/list`
  return html`<ul class="cards">
${entries.map((entry) => entryCard(entry, { words, csrfToken, back }))}</ul>`
}

function addForm({ frame: { words }, csrfToken, add }: HomeView): Html {
  const { t } = words
  return html`<form action="/new-entry" method="post" class="add">
<input type="hidden" name="entry[_token]" value="${csrfToken}" />
<label for="entry_url">${t('list.addLabel')}</label>
<input id="entry_url" name="entry[url]" type="url" value="${add.url}" placeholder="https://…" autocomplete="off" aria-invalid="${add.error ? 'true' : 'false'}" aria-describedby="${add.error ? 'entry_url-error' : ''}" required>
<button class="button">${t('list.addSubmit')}</button>
${add.error && html`<p class="field-error" id="entry_url-error">${add.error}</p>`}
</form>`
}

function emptyState({ frame: { words }, list, baseUrl }: HomeView): Html {
  const { t } = words
  const lesson: Child =
    list === 'starred' || list === 'archive' ? html`<p>${t(`list.emptyHint.${list}`)}</p>` : waysToSave(baseUrl, t)
  return html`<section class="empty"><h2>${t(`list.empty.${list}`)}</h2>
${lesson}</section>`
}

function waysToSave(baseUrl: string, t: Words['t']): Html {
  return html`<p>${t('list.teach')}</p>
<ol class="ways">
<li><p><strong>${t('list.here')}</strong> ${t('list.hereText')}</p></li>
<li><p><strong>${t('list.bookmark')}</strong> ${t('list.bookmarkText')}</p>
<p>${bookmarkletLink(baseUrl, t('list.bookmarkName'))}</p>
<details><summary>${t('list.bookmarkCode')}</summary><pre tabindex="0"><code>${bookmarkletCode(baseUrl)}</code></pre></details></li>
<li><p><strong>${t('list.phone')}</strong> <a href="/developer/client/create">${t('list.client')}</a>${t('list.phoneText')} <code>${baseUrl}</code></p></li>
</ol>`
}
