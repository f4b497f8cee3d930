import { IMPORT_FORMATS, type FormatName } from '../../imports/import-formats.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import { EXPORT_INSTRUCTIONS } from './export-instructions.ts'
import { fileMark } from './file-mark.ts'
import { dropZone } from './drop-zone.ts'
import { shownState, type ImportView } from './import-view.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface ImportListView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** message for a refused file */
  readonly error?: string
  readonly imports: readonly ImportView[]
  /** number of imported highlights that have no page */
  readonly unplaced: number
}

/** @returns the page with the form for a file, the services that provide such files, and the previous imports */
export function importListPage({ frame, csrfToken, imports, unplaced, error }: ImportListView): Html {
  const { t } = frame.words
  const names = Object.keys(IMPORT_FORMATS) as FormatName[]
  const lines = html`<ul class="rows">${imports.map((one) => importLine(frame, one))}</ul>`
  const recent = imports.length > 0 && settingsSection({ id: 'imports', title: t('import.recent'), body: lines })
  const tiles = html`
    <ul class="services">
      ${names.map((name) => html`<li>${serviceLink(name, t)}</li>`)}
    </ul>
  `
  const services = settingsSection({
    id: 'services',
    title: t('import.services'),
    lead: t('import.servicesLead'),
    body: tiles,
  })
  const zone = dropZone({ words: frame.words, csrfToken, ...(error !== undefined && { error }) })
  // While an import is running, the list of imports comes before the list of services, so that the user sees the
  // progress.
  const isWaiting = imports.some(({ isUnderWay }) => isUnderWay)
  const link = html`<p><a href="/import/unplaced">${t('unplaced.link', { count: unplaced })}</a></p>`
  const main = [zone, unplaced > 0 && link, ...(isWaiting ? [recent, services] : [services, recent])]
  const place = { page: 'imports', current: 'imports', sheets: ['imports'] } as const
  return settingsLayout({ frame, title: t('import.title'), lead: t('import.lead'), ...place, main })
}

function serviceLink(name: FormatName, t: Localization['t']): Html {
  const service = name === 'addresses' ? t('import.plain') : IMPORT_FORMATS[name]
  return html`<a href="/import/${name}">${fileMark(EXPORT_INSTRUCTIONS[name].file)}<span>${service}</span></a>`
}

function importLine({ words: { t, day } }: PageFrame, view: ImportView): Html {
  const { id, fileName, service, state, imported, merged, skipped, failed, savedAt } = view
  const isStarted = state !== 'ready' && state !== 'checking'
  return html`
    <li class="row">
      <div class="row-text">
        <a href="/import/job/${id}"><bdi>${fileName || service || id}</bdi></a>
        <p class="meta">
          ${day(savedAt, 'short')} · ${t(`import.states.${shownState(view)}`)}
          ${isStarted && ` · ${t('import.counts', { imported, merged, skipped, failed })}`}
        </p>
      </div>
    </li>
  `
}
