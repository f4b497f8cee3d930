import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { EXPORT_FORMATS, type FormatName } from '../../exports/export-format.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { reauthenticationForm, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface ExportView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the error of the form for the download of everything */
  readonly refused?: ReauthenticationError
}

/** Maximum length of a query in characters (docs/query.md). The field accepts no more. */
const MAX_QUERY = 4096

const LISTS = ['all', 'unread', 'starred', 'archive'] as const

/**
 * @returns the page with a link to the export file of each list in each format, and a form that exports the entries of
 *   a query
 */
export function exportPage(view: ExportView): Html {
  const { frame } = view
  const { t } = frame.words
  const formats = Object.keys(EXPORT_FORMATS) as FormatName[]
  const body = html`<ul class="rows">${formats.map((format) => formatRow(format, frame))}</ul>`
  const lists = settingsSection({ id: 'formats', title: t('export.formatsTitle'), lead: t('export.formatsLead'), body })
  const search = settingsSection({
    id: 'query',
    title: t('export.queryTitle'),
    lead: t('export.queryLead'),
    body: queryForm(formats, frame),
  })
  const main = html`${lists}${search}${everythingSection(view)}`
  return settingsLayout({ frame, title: t('settings.places.export'), lead: t('export.lead'), page: 'export', main })
}

function everythingSection({ frame, csrfToken, refused }: ExportView): Html {
  const { t } = frame.words
  const fields = ['password'] as const
  const submit = t('export.everything.submit')
  const form = { name: 'download', action: '/config/export/download', csrfToken, fields, submit, refused }
  return settingsSection({
    id: 'download',
    title: t('export.everything.title'),
    lead: t('export.everything.lead'),
    body: reauthenticationForm(form, frame),
  })
}

/** @returns a form with a field for the query and a button for each format */
function queryForm(formats: readonly FormatName[], { words: { t } }: PageFrame): Html {
  const buttons = formats.map(
    (format) =>
      html`
        <button class="button-quiet" formaction="/export/search.${format}">${t(`export.formats.${format}`)}</button>
      `,
  )
  return html`
    <form action="/export/search.json" method="get" data-turbo="false">
      <div class="field">
        <label for="export-query">${t('export.query')}</label>
        <input
          id="export-query"
          name="search_entry[term]"
          maxlength="${MAX_QUERY}"
          placeholder="is:unread tag:dev"
          autocapitalize="none"
          autocomplete="off"
          spellcheck="false"
          required
        />
      </div>
      <div class="row-links">${buttons}</div>
    </form>
  `
}

/**
 * @returns a row with the links of one format. `data-turbo="false"` makes the browser download the file. Turbo would
 *   try to show it as a page.
 */
function formatRow(format: FormatName, { words: { t } }: PageFrame): Html {
  const { isBinary } = EXPORT_FORMATS[format]
  const links = LISTS.map((list) => {
    const label = html`${t(`export.lists.${list}`)}<span class="unseen"> ${t(`export.formats.${format}`)}</span>`
    return html`<a class="button-quiet" href="/export/${list}.${format}" data-turbo="false" download>${label}</a>`
  })
  return html`
    <li class="row row-wide">
      ${icon(isBinary ? 'book' : 'file-text')}
      <div class="row-text">
        <p class="row-name">${t(`export.formats.${format}`)}</p>
        <p class="meta">${t(`export.uses.${format}`)}</p>
      </div>
      <div class="row-links">${links}</div>
    </li>
  `
}
