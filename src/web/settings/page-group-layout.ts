import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'

interface PageLink {
  readonly href: string
  readonly icon: string
  readonly label: string
  readonly isCurrent: boolean
}

interface PageGroupView {
  /** name of the navigation, for screen readers */
  readonly label: string
  readonly pages: readonly PageLink[]
  readonly title: string
  readonly lead?: Child
  /** content above the title, such as a link to the parent page */
  readonly above?: Child
  readonly below?: Child
  readonly main: Child
}

/**
 * @returns the content of a page that belongs to a group, such as the settings. Links to the other pages of the group
 *   are beside it; in narrow windows, a button opens them.
 */
export function pageGroupLayout({ label, pages, title, lead, above, below, main }: PageGroupView): Html {
  return html`
    <div class="settings">
      <nav class="settings-nav" aria-label="${label}">
        <button class="settings-menu" type="button" popovertarget="settings-pages">
          <span>${label}</span>
          ${icon('chevron-right')}
        </button>
        <ul id="settings-pages" popover>${pages.map((place) => html`<li>${pageLink(place)}</li>`)}</ul>
      </nav>
      <div class="settings-main">
        <header class="settings-head">
          ${above}
          <h1 dir="auto">${title}</h1>
          ${lead && html`<p class="lead">${lead}</p>`}
          ${below}
        </header>
        ${main}
      </div>
    </div>
  `
}

function pageLink({ href, icon: name, label, isCurrent }: PageLink): Html {
  const inner = html`${icon(name)}<span>${label}</span>`
  return isCurrent ? html`<a href="${href}" aria-current="page">${inner}</a>` : html`<a href="${href}">${inner}</a>`
}
