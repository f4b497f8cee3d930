import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { amongPlaces } from './places.ts'

/** All settings, in the order of the navigation. Some share a page. */
const PLACES = [
  { place: 'account', href: '/config', icon: 'user-round' },
  { place: 'reading', href: '/config/reading', icon: 'book-open' },
  { place: 'saving', href: '/config/saving', icon: 'bookmark-plus' },
  { place: 'offline', href: '/config/offline', icon: 'wifi-off' },
  { place: 'security', href: '/config/security', icon: 'shield' },
  { place: 'feeds', href: '/config#set-feed_config', icon: 'rss' },
  { place: 'rules', href: '/config#set-tagging_rule', icon: 'tags' },
  { place: 'sites', href: '/site-credentials/', icon: 'key-round' },
  { place: 'clients', href: '/developer', icon: 'smartphone' },
  { place: 'imports', href: '/import/', icon: 'file-input' },
  { place: 'export', href: '/config/export', icon: 'file-output' },
  { place: 'danger', href: '/config/danger', icon: 'triangle-alert' },
] as const

export type SettingsPlace = (typeof PLACES)[number]['place']

export interface SettingsLayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /** one sentence about the purpose of the page */
  readonly lead?: Child
  readonly place: SettingsPlace
  readonly main: Child
  /** `clients` and `imports` for the pages that have links of their own in the rail */
  readonly current?: 'config' | 'clients' | 'imports'
  /** further elements for the head */
  readonly head?: Html
  /** style sheets in addition to those of all settings pages */
  readonly sheets?: readonly string[]
}

/** @returns a page of the settings, with links to all the others beside it */
export function settingsLayout(options: SettingsLayoutOptions): Html {
  const { frame, title, lead, place, main, current = 'config', head, sheets = [] } = options
  const { t } = frame.words
  return layout({
    frame,
    title,
    kind: 'lists',
    current,
    sheets: ['settings', ...sheets],
    ...(head && { head }),
    main: amongPlaces({
      label: t('settings.navigation'),
      places: PLACES.map((one) => ({
        ...one,
        label: t(`settings.places.${one.place}`),
        isCurrent: one.place === place,
      })),
      title,
      lead,
      main,
    }),
  })
}

export interface SettingsSection {
  /** of the element, so that an address can link to it */
  readonly id: string
  readonly title: string
  readonly lead?: Child
  readonly body: Child
  readonly isDangerous?: boolean
}

/** @returns one section of a settings page: its title, a sentence about it, and its content */
export function settingsSection({ id, title, lead, body, isDangerous }: SettingsSection): Html {
  return html`<section class="${isDangerous ? 'setting setting-danger' : 'setting'}" id="${id}" aria-labelledby="${id}-title">
<div class="setting-head"><h2 id="${id}-title">${title}</h2>
${lead && html`<p class="setting-lead">${lead}</p>`}</div>
${body}
</section>
`
}
