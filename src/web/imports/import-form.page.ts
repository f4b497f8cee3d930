import { HIGHLIGHT_FORMATS, IMPORT_FORMATS, type FormatName } from '../../imports/import-formats.ts'
import { html, type Html } from '../../kernel/html.ts'
import { formError } from '../forms/form-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'
import { EXPORT_INSTRUCTIONS } from './export-instructions.ts'
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
        ${!HIGHLIGHT_FORMATS.has(format) && importOptions(frame.words)}
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

/** @returns what a file of no service must contain; undefined for the file of a service */
function secondStep(format: FormatName, t: Localization['t']): string | undefined {
  if (format === 'csv') return t('import.steps.columns')
  if (format === 'json') return t('import.steps.members')
  return format === 'addresses' ? t('import.steps.lines') : undefined
}

/** @returns the three steps of an import: export the pages from the service, download the file, and upload it here */
function steps(format: FormatName, t: Localization['t']): Html {
  const { menus, path, file } = EXPORT_INSTRUCTIONS[format]
  const service = IMPORT_FORMATS[format]
  const find = path === undefined ? t('import.steps.find', { file }) : t('import.steps.connect', { service, path })
  const first = menus === undefined ? find : t('import.steps.open', { service, menus })
  const second = secondStep(format, t) ?? t('import.steps.download', { file })
  return html`
    <ol class="tour-steps">
      <li>${first}</li>
      ${!HIGHLIGHT_FORMATS.has(format) && html`<li>${second}</li>`}
      <li>${t(HIGHLIGHT_FORMATS.has(format) ? 'import.steps.match' : 'import.steps.choose')}</li>
    </ol>
  `
}
