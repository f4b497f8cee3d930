import { IMPORT_FORMATS } from '../../imports/format-list.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { ImportView } from './import-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface ImportListView {
  readonly frame: PageFrame
  readonly imports: readonly ImportView[]
}

/** @returns the page that lists the services from which users can import, and their previous imports */
export function importListPage({ frame, imports }: ImportListView): Html {
  const { t } = frame.words
  const formats = Object.entries({ ...IMPORT_FORMATS, addresses: t('import.plain') })
  const lines = html`<ul class="rows">${imports.map((one) => importLine(frame, one))}</ul>`
  const recent = imports.length > 0 && settingsSection({ id: 'imports', title: t('import.recent'), body: lines })
  const services = html`
    <ul class="services">
      ${formats.map(([name, service]) => html`<li><a href="/import/${name}">${service}</a></li>`)}
    </ul>
  `
  // While an import is running, the list of imports comes before the list of services, so that the user sees the
  // progress.
  const isWaiting = imports.some(({ isUnderWay }) => isUnderWay)
  const main = isWaiting ? html`${recent}${services}` : html`${services}${recent}`
  const title = t('import.title')
  return settingsLayout({ frame, title, lead: t('import.lead'), page: 'imports', current: 'imports', main })
}

function importLine({ words: { t, day } }: PageFrame, view: ImportView): Html {
  const { id, fileName, service, state, imported, merged, skipped, failed, savedAt } = view
  return html`
    <li class="row">
      <div class="row-text">
        <a href="/import/job/${id}"><bdi>${fileName || service || id}</bdi></a>
        <p class="meta">
          ${day(savedAt, 'short')} · ${t(`import.states.${state}`)} ·${' '}
          ${t('import.counts', { imported, merged, skipped, failed })}
        </p>
      </div>
    </li>
  `
}
