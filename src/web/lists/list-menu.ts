import { COLLECTION_LAYOUTS } from '../../collections/collection.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { CardLayout } from '../cards/card-layout.ts'
import { icon } from '../layout/icon.ts'
import type { ListName } from '../layout/list-name.ts'
import type { Localization } from '../layout/localization.ts'

const LAYOUT_ICONS: Readonly<Record<CardLayout, string>> = {
  cards: 'layout-list',
  rows: 'rows-3',
  covers: 'layout-grid',
}

interface ListMenuView {
  readonly t: Localization['t']
  readonly list: ListName
  /** path of the page, which the forms return to */
  readonly back: string
  readonly csrfToken: string
  readonly layout: CardLayout
  /** whether the list has several entries, so that one of them can be opened at random */
  readonly canShuffle: boolean
}

/** @returns the menu above a list: its layout, an entry at random, and the latest changes */
export function listMenu({ t, list, back, csrfToken, layout, canShuffle }: ListMenuView): Html {
  return html`
    <details class="menu list-menu">
      <summary>${icon(LAYOUT_ICONS[layout])}${t('list.view')}</summary>
      <ul>
        <li>
          <form action="/list-layout" method="post" role="group" aria-labelledby="layout-label">
            <span class="menu-label" id="layout-label">${t('reading.layout')}</span>
            <input type="hidden" name="token" value="${csrfToken}" />
            <input type="hidden" name="back" value="${back}" />
            ${COLLECTION_LAYOUTS.map(
              (one) => html`
                <button name="layout" value="${one}" aria-pressed="${one === layout ? 'true' : 'false'}">
                  ${t(`reading.layouts.${one}`)}
                </button>
              `,
            )}
          </form>
        </li>
        ${
          canShuffle &&
          html`
            <li class="menu-rule"><a href="/${list}/random" data-turbo-prefetch="false">${icon('shuffle')}${t('list.random')}</a></li>
          `
        }
        <li class="${!canShuffle && 'menu-rule'}"><a href="/history">${icon('rotate-ccw-clock')}${t('history.title')}</a></li>
      </ul>
    </details>
  `
}
