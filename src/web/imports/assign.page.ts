import type { UnplacedAnnotation } from '../../imports/highlights/unplaced-annotation.repository.ts'
import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'

interface FoundPage {
  readonly id: number
  readonly title: string
  readonly domain: string
}

interface AssignView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** one of the highlights of the document */
  readonly highlight: UnplacedAnnotation
  /** the search for the page */
  readonly text: string
  /** the pages that were found */
  readonly found: readonly FoundPage[]
  /** true if the page that was chosen cannot take all highlights */
  readonly isFull?: boolean
}

/** @returns the page on which the user chooses the page that the highlights of a book or article belong to */
export function assignPage(view: AssignView): Html {
  const { frame, highlight, found, isFull } = view
  const { t } = frame.words
  const title = highlight.title || t('unplaced.untitled')
  const main = html`
    ${isFull && html`<p class="form-error">${t('unplaced.full')}</p>`}
    ${searchForm(view)}
    ${found.length === 0 ? html`<p>${t('search.nothing')}</p>` : html`<ul class="rows">${found.map((one) => row(view, one))}</ul>`}
    <p class="form-buttons"><a class="button button-plain" href="/import/unplaced">${t('unplaced.title')}</a></p>
  `
  const place = { page: 'imports', current: 'imports', sheets: ['imports', 'annotations'] } as const
  const lead = t('unplaced.assignLead', { title })
  return settingsLayout({ frame, title: t('unplaced.assign'), lead, ...place, main })
}

function searchForm({ frame: { words }, highlight, text }: AssignView): Html {
  const { t } = words
  return html`
    <form
      class="annotation-filters"
      action="/import/unplaced/${highlight.id}/assign"
      method="get"
      role="search"
      aria-label="${t('unplaced.searchPages')}"
    >
      <label class="unseen" for="assign-q">${t('unplaced.searchPages')}</label>
      <span class="add-field">
        ${icon('search')}
        <input id="assign-q" name="q" type="search" value="${text}" placeholder="${t('unplaced.searchPages')}" autocomplete="off">
      </span>
      <button class="button">${t('search.submit')}</button>
    </form>
  `
}

function row({ frame: { words }, csrfToken, highlight }: AssignView, { id, title, domain }: FoundPage): Html {
  return html`
    <li class="row row-wide">
      <div class="row-text">
        <p class="row-name"><a href="/view/${id}" dir="auto">${title}</a></p>
        <p class="meta"><span>${domain}</span></p>
      </div>
      <form action="/import/unplaced/${highlight.id}/assign" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="entry" value="${id}" />
        <button class="button button-plain">
          ${words.t('unplaced.choose')}<span class="unseen">: ${title}</span>
        </button>
      </form>
    </li>
  `
}
