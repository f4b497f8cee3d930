import { IMPORT_FORMATS, type FormatName } from '../../imports/format-list.ts'
import { html, type Html } from '../../kernel/html.ts'
import { formError } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { importOptions } from './import-options.ts'

interface ImportFormView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly format: FormatName
  readonly error?: string
}

/**
 * @returns the page with the upload form for the file of one service. Section 11 of the wallabag contract defines the
 *   field names.
 */
export function importFormPage({ frame, csrfToken, format, error }: ImportFormView): Html {
  const { t } = frame.words
  const isPlain = format === 'addresses'
  const title = isPlain ? t('import.plainTitle') : t('import.formatTitle', { service: IMPORT_FORMATS[format] })
  const main = html`
    <div class="setting">
      ${formError(error)}
      ${steps(format, t)}
      <form action="/import/${format}" method="post" enctype="multipart/form-data" class="form">
        <input type="hidden" name="upload_import_file[_token]" value="${csrfToken}" />
        <div class="field">
          <label for="upload_import_file_file">${t('import.file')}</label>
          <input
            id="upload_import_file_file"
            name="upload_import_file[file]"
            type="file"
            aria-describedby="upload_import_file_file-hint"
            required
          >
          <p class="field-hint" id="upload_import_file_file-hint">${t('import.fileHint')}</p>
        </div>
        ${importOptions(frame.words)}
        <p class="form-buttons">
          <button class="button" id="upload_import_file_save" name="upload_import_file[save]">
            ${t('import.submit')}
          </button>${' '}
          <a class="button-quiet" href="/import/">${t('import.back')}</a>
        </p>
      </form>
    </div>
  `
  return settingsLayout({ frame, title, page: 'imports', current: 'imports', main })
}

/** @returns the three steps of an import: export the pages from the service, download the file, and upload it here */
function steps(format: FormatName, t: Localization['t']): Html {
  const { menus, file } = EXPORT_INSTRUCTIONS[format]
  const service = IMPORT_FORMATS[format]
  const first = menus === undefined ? t('import.steps.find', { file }) : t('import.steps.open', { service, menus })
  const second = format === 'addresses' ? t('import.steps.lines') : t('import.steps.download', { file })
  return html`
    <ol class="tour-steps">
      <li>${first}</li>
      <li>${second}</li>
      <li>${t('import.steps.choose')}</li>
    </ol>
  `
}

/** How to export one's pages from another service, in the words of that service's interface. */
interface ExportInstructions {
  /** path through the menus of the service; absent if its users get the file in another way */
  readonly menus?: string
  /** file format */
  readonly file: string
}

/**
 * Export instructions for each import format. Services without `menus` have closed, or provide the file in another way.
 * Services change their menus, so the paths may be outdated.
 */
const EXPORT_INSTRUCTIONS: Readonly<Record<FormatName, ExportInstructions>> = {
  pocket: { file: 'ZIP / CSV / HTML' },
  pocket_csv: { file: 'CSV' },
  pocket_html: { file: 'HTML' },
  instapaper: { menus: 'Settings → Export → Download .CSV file', file: 'CSV' },
  omnivore: { file: 'ZIP' },
  'wallabag-v2': { menus: 'All entries → Export → JSON', file: 'JSON' },
  'wallabag-v1': { menus: 'Config → Export your data', file: 'JSON' },
  readwise: { menus: 'Account settings → Import & export → Export', file: 'CSV' },
  raindrop: { menus: 'Settings → Export → CSV', file: 'CSV' },
  readeck: { menus: 'Bookmarks → Export → CSV', file: 'CSV' },
  karakeep: { menus: 'User Settings → Import / Export → Export', file: 'JSON' },
  linkding: { menus: 'Settings → General → Export', file: 'HTML' },
  matter: { menus: 'My account → Export data', file: 'ZIP' },
  goodlinks: { menus: 'Settings → Export → JSON', file: 'JSON' },
  pinboard: { menus: 'Settings → Backup → JSON', file: 'JSON' },
  firefox: { menus: 'Bookmarks → Manage bookmarks → Import and Backup → Backup…', file: 'JSON' },
  chrome: { menus: 'chrome://version → Profile Path → Bookmarks', file: 'Bookmarks' },
  shaarli: { menus: 'Tools → Export database', file: 'HTML' },
  netscape: { menus: 'Bookmarks → Export bookmarks', file: 'HTML' },
  readability: { file: 'JSON' },
  delicious: { file: 'JSON' },
  elcurator: { menus: 'Export', file: 'JSON' },
  addresses: { file: 'TXT' },
}
