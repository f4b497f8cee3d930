import type { CountedTag } from '../../tags/list-tags.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import type { RailCollection } from '../layout/viewer.ts'
import { listHref } from '../lists/list-query.ts'
import { SETTINGS_PAGES } from '../settings/settings-layout.ts'
import { PALETTE_COMMANDS } from '../shortcuts/key-bindings.ts'
import { keyTexts } from '../shortcuts/shortcut-help.page.ts'

interface PaletteView {
  readonly t: Localization['t']
  /** whether single-key shortcuts are enabled, so that the page contains the dialog that lists them */
  readonly hasShortcuts: boolean
  readonly collections: readonly RailCollection[]
  readonly tags: readonly CountedTag[]
  /** recently saved entries */
  readonly entries: readonly { readonly id: number; readonly title: string }[]
}

/** Maximum number of collections, and of tags, in the palette. */
const MAX_NAMES = 200

/**
 * @returns the options of the command palette: commands with their keys, settings, collections, tags with the most
 *   entries, and entries. An option has the path that it opens (`data-href`) or the effect of its shortcut
 *   (`data-effect`).
 */
export function paletteItems({ t, hasShortcuts, collections, tags, entries }: PaletteView): Html {
  const frequent = tags.toSorted((one, other) => other.entries - one.entries).slice(0, MAX_NAMES)
  return html`
    <ul id="palette-items" data-none="${t('palette.none')}">
      ${PALETTE_COMMANDS.filter(isUseful).map((one) => commandOption(one, hasShortcuts, t))}
      ${SETTINGS_PAGES.map(({ page, href }) => place(href, t(`settings.places.${page}`), t('frame.places.config')))}
      ${collections
        .slice(0, MAX_NAMES)
        .map(({ id, name }) => place(`/collections/${id}`, name, t('frame.places.collections')))}
      ${frequent.map(({ label }) => place(listHref('all', { tag: label }), label, t('frame.places.tags')))}
      ${entries.map(({ id, title }) => place(`/view/${id}`, title, t('palette.recent')))}
    </ul>
  `
}

/** @returns false for steps to another card, paragraph or sentence, which are of use only under a key */
function isUseful({ effect }: (typeof PALETTE_COMMANDS)[number]): boolean {
  return !('move' in effect || 'block' in effect || 'sentence' in effect)
}

function commandOption(
  { name, where, keys, effect }: (typeof PALETTE_COMMANDS)[number],
  hasShortcuts: boolean,
  t: Localization['t'],
): Html {
  const label = t(`keys.does.${name}`)
  const shown = html`<bdi>${label}</bdi>${hasShortcuts && html`<span>${keyTexts(keys, t)}</span>`}`
  const isPage = 'go' in effect || ('help' in effect && !hasShortcuts)
  if (isPage) {
    const href = 'go' in effect ? effect.go : '/help/keys'
    return html`<li role="option" data-label="${label}" data-href="${href}">${shown}</li>`
  }
  return html`
    <li role="option" data-label="${label}" data-where="${where}" data-effect="${JSON.stringify(effect)}">${shown}</li>
  `
}

/** @param kind shown beside the name of the place */
function place(href: string, label: string, kind: string): Html {
  return html`
    <li role="option" data-label="${label}" data-href="${href}"><bdi>${label}</bdi><span>${kind}</span></li>
  `
}
