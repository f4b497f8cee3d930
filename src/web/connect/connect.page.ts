import { html, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { rowFilterForm } from '../layout/row-filter-form.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
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
    apps: apps.filter((app) => app.platforms.includes(platform) && matches(app, platform, filter, t)),
  })).filter(({ apps: found }) => found.length > 0)
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

/** @returns the text that the filter searches */
function searchedText({ name, others = '' }: ConnectableApp, platform: Platform, t: Localization['t']): string {
  return `${name} ${others} ${t(`connect.platforms.${platform}`)}`
}

function matches(app: ConnectableApp, platform: Platform, filter: string, t: Localization['t']): boolean {
  const text = searchedText(app, platform, t).toLocaleLowerCase()
  const words = filter.toLocaleLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}

function filterForm(filter: string, t: Localization['t']): Html {
  const label = t('connect.filter')
  return rowFilterForm({ t, path: '/connect', id: 'app-filter', label, filter, hasAll: filter === '' })
}

interface PlatformGroup {
  readonly platform: Platform
  readonly apps: readonly ConnectableApp[]
}

function platformSection({ platform, apps }: PlatformGroup, t: Localization['t']): Html {
  const id = `on-${platform}`
  return html`
    <section class="platform" aria-labelledby="${id}">
      <h2 id="${id}">${t(`connect.platforms.${platform}`)}</h2>
      <ul class="services">
        ${apps.map(
          (app) => html`
            <li data-row-filter-target="row" data-name="${searchedText(app, platform, t)}">
              <a href="/connect/${app.id}">
                <span class="app-tile">
                  <span class="app-name">${app.name}</span>
                  ${app.others && html`<span class="meta">${t('connect.others', { apps: app.others })}</span>`}
                  <span class="meta">${triedText(app, t)}</span>
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
