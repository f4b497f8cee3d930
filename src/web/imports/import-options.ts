import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/** @returns the fields for the options of an import. Section 11 of the wallabag contract defines their names. */
export function importOptions({ t }: Pick<Localization, 't'>): Html {
  return html`
    <div class="choice">
      <input id="upload_import_file_read" name="upload_import_file[mark_as_read]" type="checkbox" value="1">
      <label for="upload_import_file_read">${t('import.allRead')}</label>
    </div>
    <div class="choice">
      <input name="upload_import_file[fetch]" type="hidden" value="0">
      <input id="upload_import_file_fetch" name="upload_import_file[fetch]" type="checkbox" value="1" checked>
      <label for="upload_import_file_fetch">${t('import.fetch')}</label>
    </div>
    <div class="field">
      <label for="upload_import_file_tags">${t('import.tags')}</label>
      <input
        id="upload_import_file_tags"
        name="upload_import_file[tags]"
        type="text"
        autocomplete="off"
        dir="auto"
      >
    </div>
  `
}
