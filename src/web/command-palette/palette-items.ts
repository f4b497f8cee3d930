import type { CountedTag } from '../../tags/list-tags.ts'
import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { ADMIN_LINK, LIST_LINKS } from '../layout/rail.ts'
import type { RailCollection } from '../layout/viewer.ts'
import { listHref } from '../lists/list-query.ts'
import type { usefulSettingsPages } from '../settings/settings-layout.ts'
import { PALETTE_COMMANDS } from '../shortcuts/key-bindings.ts'
import { keyTexts } from '../shortcuts/shortcut-help.page.ts'
import { COMMAND_ICONS, type PaletteCommand } from './command-icons.ts'

interface PaletteView {
  readonly t: Localization['t']
  /** whether single-key shortcuts are enabled, so that the page contains the dialog that lists them */
  readonly hasShortcuts: boolean
  readonly isAdmin: boolean
  readonly settingsPages: ReturnType<typeof usefulSettingsPages>
  readonly collections: readonly RailCollection[]
  readonly tags: readonly CountedTag[]
  /** recently saved entries */
  readonly entries: readonly { readonly id: number; readonly title: string }[]
}

interface Place {
  readonly href: string
  readonly label: string
  readonly icon: string
}

interface Group {
  readonly label: string
  readonly options: readonly Html[]
  /** true if the group has names that the user has given. Of these, the palette shows only a few at a time. */
  readonly isLong?: boolean
}

/** Maximum number of collections, and of tags, in the palette. */
const MAX_NAMES = 200

/**
 * @returns the options of the command palette in groups: lists, tags with the most entries, collections, entries,
 *   commands, and settings. The last option searches the library. An option has the path that it opens (`data-href`) or
 *   the effect of its shortcut (`data-effect`).
 */
export function paletteItems(view: PaletteView): Html {
  const { t } = view
  return html`
    <div id="palette-items" data-none="${t('palette.none')}" data-used="${t('palette.used')}">
      ${groups(view).map(
        ({ label, options, isLong }) => html`
          <ul data-label="${label}" ?data-long="${isLong}">${options}</ul>
        `,
      )}
      <ul data-search>
        ${placeOption({ href: '/search', label: t('search.label'), icon: 'search' })}
      </ul>
    </div>
  `
}

function groups(view: PaletteView): readonly Group[] {
  const { t, collections, tags, entries } = view
  const frequent = tags.toSorted((one, other) => other.entries - one.entries).slice(0, MAX_NAMES)
  const named: readonly (readonly [string, readonly Place[]])[] = [
    [
      t('frame.places.tags'),
      frequent.map(({ label }) => ({ href: listHref('all', { tag: label }), label, icon: 'hash' })),
    ],
    [
      t('frame.places.collections'),
      collections
        .slice(0, MAX_NAMES)
        .map(({ id, name, icon: drawing }) => ({ href: `/collections/${id}`, label: name, icon: drawing })),
    ],
    [t('palette.recent'), entries.map(({ id, title }) => ({ href: `/view/${id}`, label: title, icon: 'file-text' }))],
  ]
  return [
    { label: t('keys.places.lists'), options: LIST_LINKS.map((link) => listOption(link, view)) },
    ...named.map(([label, places]) => ({ label, options: places.map((one) => placeOption(one)), isLong: true })),
    {
      label: t('palette.commands'),
      options: PALETTE_COMMANDS.filter(isCommand).map((command) => commandOption(command, view)),
    },
    { label: t('frame.places.config'), options: settings(view) },
  ].filter(({ options }) => options.length > 0)
}

/** @returns whether a shortcut is a command: it opens no list, and does more than moving the focus */
function isCommand(command: (typeof PALETTE_COMMANDS)[number]): command is PaletteCommand {
  const { name, effect } = command
  const movesFocus = 'move' in effect || 'block' in effect || 'sentence' in effect
  return name !== 'deleteHighlight' && !('go' in effect || movesFocus)
}

function listOption({ page, href, icon: drawing }: (typeof LIST_LINKS)[number], view: PaletteView): Html {
  return placeOption({ href, label: view.t(`frame.places.${page}`), icon: drawing }, keysTo(href, view))
}

function settings(view: PaletteView): readonly Html[] {
  const { t, isAdmin } = view
  const pages = view.settingsPages.map(({ page, href, icon: drawing }) =>
    placeOption({ href, label: t(`settings.places.${page}`), icon: drawing }, keysTo(href, view)),
  )
  const signOut = placeOption({ href: '/logout', label: t('frame.signOut'), icon: 'log-out' })
  return [...pages, ...(isAdmin ? [listOption(ADMIN_LINK, view)] : []), signOut]
}

/** @returns the shortcut that opens a page, unless shortcuts are turned off */
function keysTo(href: string, { t, hasShortcuts }: PaletteView): Html | undefined {
  const shortcut = PALETTE_COMMANDS.find(({ effect }) => 'go' in effect && effect.go === href)
  return hasShortcuts && shortcut ? html`<span>${keyTexts(shortcut.keys, t)}</span>` : undefined
}

function commandOption({ name, where, keys, effect }: PaletteCommand, { t, hasShortcuts }: PaletteView): Html {
  const label = t(`keys.does.${name}`)
  const shown = html`
    ${icon(COMMAND_ICONS[name])}<bdi>${label}</bdi>${hasShortcuts && html`<span>${keyTexts(keys, t)}</span>`}
  `
  if ('help' in effect && !hasShortcuts) {
    return html`<li role="option" data-label="${label}" data-href="/help/keys">${shown}</li>`
  }
  return html`
    <li role="option" data-label="${label}" data-where="${where}" data-effect="${JSON.stringify(effect)}">${shown}</li>
  `
}

function placeOption({ href, label, icon: drawing }: Place, keys?: Html): Html {
  return html`
    <li role="option" data-label="${label}" data-href="${href}">${icon(drawing)}<bdi>${label}</bdi>${keys}</li>
  `
}
