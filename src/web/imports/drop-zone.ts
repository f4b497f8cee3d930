import { html, type Html } from '../../kernel/html.ts'
import { formError } from '../forms/form-field.ts'
import { drawing } from '../layout/drawing.ts'
import type { Localization } from '../layout/localization.ts'
import { byPointer } from '../saving/bookmarklet.ts'

interface DropZoneView {
  readonly words: Pick<Localization, 't'>
  readonly csrfToken: string
  readonly error?: string
}

/**
 * @returns the form for a file of any service. The file field covers the whole zone, and browsers accept files that are
 *   dropped on a file field, so that dropping works without scripts. With scripts, the form is sent as soon as a file is
 *   chosen.
 */
export function dropZone({ words: { t }, csrfToken, error }: DropZoneView): Html {
  return html`
    <form
      action="/import/"
      method="post"
      enctype="multipart/form-data"
      class="setting"
      data-controller="submit-on-change"
      data-action="change->submit-on-change#submit"
    >
      ${formError(error)}
      <input type="hidden" name="upload_import_file[_token]" value="${csrfToken}" />
      <div class="drop-zone">
        ${drawing('page')}
        <label for="import_file">${byPointer(t('import.drop'), t('import.choose'))}</label>
        <p class="field-hint" id="import_file-hint">${t('import.dropHint')}</p>
        <input
          id="import_file"
          name="upload_import_file[file]"
          type="file"
          aria-describedby="import_file-hint"
          required
        >
      </div>
      <p class="form-buttons"><button class="button" data-submit-on-change-target="button">${t('import.check')}</button></p>
    </form>
  `
}
