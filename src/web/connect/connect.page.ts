import { html, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { rowFilterForm } from '../layout/row-filter-form.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import { MAIL_DEVICES } from './e-readers.ts'
import { PLATFORMS, type ConnectableApp, type Platform } from './connectable-app.ts'

interface ConnectView {
  readonly frame: PageFrame
  readonly apps: readonly ConnectableApp[]
  /** words of the filter: the page shows only apps that contain all of them; empty to show all */
  readonly filter: string
}

/** @returns the page with a tile for each app, grouped by platform. With scripts, it is filtered while the user types. */
export function connectPage({ frame, apps, filter }: ConnectView): Html {
  const { t } = frame.words
  const groups = PLATFORMS.map((platform) => ({
    platform,
    tiles: tilesOf(platform, apps, t).filter(({ searched }) => matches(searched, filter)),
  })).filter(({ tiles }) => tiles.length > 0)
  const main = html`
    <div class="stack" data-controller="row-filter">
      ${filterForm(filter, t)}
      ${groups.map((group) => platformSection(group, t))}
      <p class="meta" data-row-filter-target="none" role="status" ?hidden="${groups.length > 0}">${t('connect.none')}</p>
    </div>
    <div class="setting">
      <p>${t('connect.keys')} <a href="/config/security#app-passwords">${t('security.title')}</a></p>
      <p>${t('connect.developers')} <a href="/developer">${t('clients.title')}</a></p>
    </div>
  `
  const place = { page: 'clients', current: 'clients', sheets: ['tags', 'connect'] } as const
  return settingsLayout({ frame, title: t('connect.title'), lead: t('connect.lead'), ...place, main })
}

/** A link to the steps of an app, or of devices that get their books by mail. */
interface Tile {
  readonly href: string
  readonly name: string
  /** short facts below the name */
  readonly facts: readonly string[]
  /** the text that the filter searches */
  readonly searched: string
}

/** @returns the links of a group. Those of e-readers, if there are any, end with the devices that get books by e-mail. */
function tilesOf(platform: Platform, apps: readonly ConnectableApp[], t: Localization['t']): readonly Tile[] {
  const group = t(`connect.platforms.${platform}`)
  const tiles = apps
    .filter(({ platforms }) => platforms.includes(platform))
    .map((app): Tile => {
      const { id, name, others } = app
      const facts = [...(others === undefined ? [] : [t('connect.others', { apps: others })]), triedText(app, t)]
      return { href: `/connect/${id}`, name, facts, searched: `${name} ${others ?? ''} ${group}` }
    })
  if (platform !== 'reader' || tiles.length === 0) return tiles
  const mail = t('settings.places.mail')
  const searched = `${MAIL_DEVICES} ${mail} ${group}`
  return [...tiles, { href: '/config/mail', name: MAIL_DEVICES, facts: [mail], searched }]
}

function matches(searched: string, filter: string): boolean {
  const text = searched.toLocaleLowerCase()
  const words = filter.toLocaleLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}

function filterForm(filter: string, t: Localization['t']): Html {
  const label = t('connect.filter')
  return rowFilterForm({ t, path: '/connect', id: 'app-filter', label, filter, hasAll: filter === '' })
}

interface PlatformGroup {
  readonly platform: Platform
  readonly tiles: readonly Tile[]
}

function platformSection({ platform, tiles }: PlatformGroup, t: Localization['t']): Html {
  const id = `on-${platform}`
  return html`
    <section class="platform" aria-labelledby="${id}">
      <h2 id="${id}">${t(`connect.platforms.${platform}`)}</h2>
      <ul class="services">
        ${tiles.map(
          ({ href, name, facts, searched }) => html`
            <li data-row-filter-target="row" data-name="${searched}">
              <a href="${href}">
                <span class="app-tile">
                  <span class="app-name">${name}</span>
                  ${facts.map((fact) => html`<span class="meta">${fact}</span>`)}
                </span>
              </a>
            </li>
          `,
        )}
      </ul>
    </section>
  `
}

/** @returns how the app was tried, in a few words */
function triedText({ proof }: ConnectableApp, t: Localization['t']): string {
  if (!proof) return t('connect.tried.none')
  if (proof.kind === 'replayed') return t('connect.tried.replayed')
  return t(`connect.tried.${proof.kind}`, { version: proof.version })
}
