import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { KEYS } from './key-bindings.ts'

const SHORTCUT_PAGES = ['lists', 'reader', 'review', 'everywhere'] as const
/** Keys that have different names on keyboards of different languages. */
const NAMED_KEYS = ['Backspace', 'Ctrl+k', 'Delete', 'Enter', 'Escape'] as const
const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  'Shift+ArrowDown': '⇧ ↓',
  'Shift+ArrowUp': '⇧ ↑',
  'Shift+ArrowRight': '⇧ →',
  'Shift+ArrowLeft': '⇧ ←',
  X: '⇧ x',
  J: '⇧ j',
  K: '⇧ k',
}

/**
 * @returns the page that lists all shortcuts. The dialog on other pages loads the `turbo-frame` of this page, and hides
 *   the shortcuts that have no effect there.
 */
export function shortcutHelpPage(given: PageFrame): Html {
  // This page already lists the shortcuts, so it needs no dialog for them.
  const frame = given.viewer ? { ...given, viewer: { ...given.viewer, hasShortcuts: false } } : given
  const { t } = frame.words
  const title = t('keys.title')
  const main = html`
    <h1>${title}</h1>
    <turbo-frame id="keys">
      <div class="key-tables">${SHORTCUT_PAGES.map((place) => keySection(place, t))}</div>
      <p class="meta"><a href="/config/reading#shortcuts-on" data-turbo-frame="_top">${t('keys.off')}</a></p>
    </turbo-frame>
  `
  return layout({ frame, title, kind: 'lists', main })
}

function keySection(page: (typeof SHORTCUT_PAGES)[number], t: Localization['t']): Html {
  return html`
    <section>
      <h2>${t(`keys.places.${page}`)}</h2>
      <dl class="keys">
        ${KEYS.filter(({ where }) => where === page).map((one) => keyRow(one, t))}
      </dl>
    </section>
  `
}

/** @returns a shortcut and its effect. The command palette works on all pages, so its row has no data for the script. */
function keyRow({ name, keys, effect }: (typeof KEYS)[number], t: Localization['t']): Html {
  const row = html`
    <dt>${keyTexts(keys, t)}</dt>
    <dd>${t(`keys.does.${name}`)}</dd>
  `
  if ('palette' in effect) return html`<div>${row}</div>`
  return html`<div data-keys="${JSON.stringify(keys)}" data-effect="${JSON.stringify(effect)}">${row}</div>`
}

/** @returns alternative shortcuts, with the names of the keys in the user's language */
export function keyTexts(keys: readonly string[], t: Localization['t']): Html[] {
  return keys.map((one) => keyText(one, t))
}

const keyText = (keys: string, t: Localization['t']): Html =>
  html`<span>${keys.split(' ').map((key) => html`<kbd>${keyName(key, t)}</kbd> `)}</span>`

function keyName(key: string, t: Localization['t']): string {
  const named = NAMED_KEYS.find((one) => one === key)
  return named ? t(`keys.named.${named}`) : (KEY_SIGNS[key] ?? key)
}
