import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pageGroupLayout } from './page-group-layout.ts'

/** The links of the settings navigation, in order. */
const SETTINGS_PAGES = [
  { page: 'account', href: '/config', icon: 'user-round' },
  { page: 'reading', href: '/config/reading', icon: 'book-open' },
  { page: 'saving', href: '/config/saving', icon: 'bookmark-plus' },
  { page: 'offline', href: '/config/offline', icon: 'wifi-off' },
  { page: 'security', href: '/config/security', icon: 'shield' },
  { page: 'feeds', href: '/config/feeds', icon: 'rss' },
  { page: 'rules', href: '/config/rules', icon: 'tags' },
  { page: 'sites', href: '/site-credentials/', icon: 'key-round' },
  { page: 'mail', href: '/config/mail', icon: 'mail' },
  { page: 'clients', href: '/connect', icon: 'smartphone' },
  { page: 'imports', href: '/import/', icon: 'file-input' },
  { page: 'export', href: '/config/export', icon: 'file-output' },
  { page: 'danger', href: '/config/danger', icon: 'triangle-alert' },
] as const

/**
 * @returns the settings pages with something to set. Where no mail can be sent, only administrators, who can change that,
 *   see the page for it.
 */
export function usefulSettingsPages({ canSend, viewer }: UserOfSettings): readonly (typeof SETTINGS_PAGES)[number][] {
  return SETTINGS_PAGES.filter(({ page }) => page !== 'mail' || canSend || viewer?.isAdmin)
}

type UserOfSettings = Pick<PageFrame, 'canSend' | 'viewer'>

type SettingsPage = (typeof SETTINGS_PAGES)[number]['page']

interface SettingsLayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /** one sentence below the title about the purpose of the page */
  readonly lead?: Child
  readonly page: SettingsPage
  readonly main: Child
  /** the highlighted link of the navigation rail. The pages `clients` and `imports` have their own link there. */
  readonly current?: 'config' | 'clients' | 'imports'
  /** further elements for the HTML `head` */
  readonly head?: Html
  /** style sheets of this page, in addition to those that all settings pages share */
  readonly sheets?: readonly string[]
}

/** @returns a settings page, with the links to the other settings pages beside its content */
export function settingsLayout(options: SettingsLayoutOptions): Html {
  const { frame, title, lead, page, main, current = 'config', head, sheets = [] } = options
  const { t } = frame.words
  return layout({
    frame,
    title,
    kind: 'lists',
    current,
    sheets: ['settings', ...sheets],
    ...(head && { head }),
    main: pageGroupLayout({
      label: t('settings.navigation'),
      pages: usefulSettingsPages(frame).map((one) => ({
        ...one,
        label: t(`settings.places.${one.page}`),
        isCurrent: one.page === page,
      })),
      title,
      lead,
      main,
    }),
  })
}

interface SettingsSection {
  /** id of the HTML element, so that addresses can link to the section */
  readonly id: string
  readonly title: string
  readonly lead?: Child
  readonly body: Child
  readonly isDangerous?: boolean
}

/** @returns one section of a settings page: its title, a sentence about its purpose, and its content */
export function settingsSection({ id, title, lead, body, isDangerous }: SettingsSection): Html {
  return html`
    <section class="${isDangerous ? 'setting setting-danger' : 'setting'}" id="${id}" aria-labelledby="${id}-title">
      <div class="setting-head">
        <h2 id="${id}-title">${title}</h2>
        ${lead && html`<p class="setting-lead">${lead}</p>`}
      </div>
      ${body}
    </section>
  `
}
