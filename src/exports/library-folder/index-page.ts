import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { html } from '../../kernel/html.ts'
import type { Language } from '../../kernel/languages.ts'
import { titleOf } from '../exported-entry.ts'
import { FOLDER_LABELS } from './folder-labels.ts'
import { folderPage } from './folder-page.ts'

/** @returns an entry in the list of the index page, as markup */
export function indexItem({ entry, tags, ...rest }: LoadedEntry, path: string): string {
  const facts = [entry.domainName, entry.createdAt.slice(0, 10), ...tags.map(({ label }) => `#${label}`)]
  return String(html`
    <li dir="auto">
      <a href="${path}">${titleOf({ entry, tags, ...rest })}</a>${entry.isStarred && ' ★'}
      <p class="meta">${facts.filter((fact) => fact !== null).join(' · ')}</p>
    </li>
  `)
}

interface IndexPage {
  readonly username: string
  readonly language: Language
  /** the results of `indexItem`, the newest first */
  readonly items: readonly string[]
  /** number of scripts with texts */
  readonly textParts: number
}

/** @returns the page with all entries. It needs scripts only for its search. */
export function indexPage({ username, language, items, textParts }: IndexPage): string {
  const labels = FOLDER_LABELS[language]
  const title = labels.library(username)
  const head = html`
    <h1 dir="auto">${title}</h1>
    <p class="meta">${labels.entries(items.length)}</p>
    <div class="search" hidden>
      <label for="search">${labels.search}</label>
      <input id="search" type="search" autocomplete="off" />
      <output for="search" aria-live="polite"></output>
    </div>
  `
  const body = `${head}<ol class="entries">${items.join('')}</ol><script src="search.js"></script>`
  return folderPage({ title, language, root: '.', body, textParts })
}
