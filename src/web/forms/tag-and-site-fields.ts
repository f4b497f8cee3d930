import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

interface TagAndSite {
  readonly tag?: string | undefined
  readonly site?: string | undefined
}

/**
 * @param prefix start of the ids of the fields, such as `filter`; a page has one form with each
 * @param tags labels that the field for a tag suggests
 * @returns the fields of a filter form for a tag and a site
 */
export function tagAndSiteFields(
  prefix: string,
  { tag, site }: TagAndSite,
  tags: readonly string[],
  t: Localization['t'],
): Html {
  return html`
    <div class="field">
      <label for="${prefix}-tag">${t('filter.tag')}</label>
      <input
        id="${prefix}-tag"
        name="tag"
        value="${tag}"
        list="${prefix}-tags"
        autocomplete="off"
        autocapitalize="none"
      >
      <datalist id="${prefix}-tags">${tags.map((label) => html`<option value="${label}"></option>`)}</datalist>
    </div>
    <div class="field">
      <label for="${prefix}-site">${t('filter.site')}</label>
      <input
        id="${prefix}-site"
        name="site"
        value="${site}"
        placeholder="${t('filter.siteExample')}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      >
    </div>
  `
}
