import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import { reasonInWords } from './import-failures.ts'
import type { ImportView } from './import-view.ts'

/** @returns the number of rows of the file that are pages, as far as it is known */
export function pagesIn({ total, contents, failed }: ImportView): number {
  return (total ?? 0) - (contents ? contents.invalid + contents.leftOut : failed)
}

/**
 * @returns what the import of a checked file will do with its rows: how many pages are new, archived, starred, repeated or
 *   invalid, and which tags come with them
 */
export function importContents(job: ImportView, t: Localization['t']): Child {
  const { contents } = job
  if (!contents) return null
  const { repeated, invalid, leftOut, highlights, archived = 0, starred = 0 } = contents
  const isNew = pagesIn(job) - repeated - (job.alreadySaved ?? 0)
  return html`
    <ul class="import-contents">
      ${highlights ? highlightLines(highlights, t) : html`<li>${t('import.contents.new', { count: isNew })}</li>`}
      ${archived > 0 && html`<li>${t('import.contents.archived', { count: archived })}</li>`}
      ${starred > 0 && html`<li>${t('import.contents.starred', { count: starred })}</li>`}
      ${repeated > 0 && html`<li>${t('import.contents.repeated', { count: repeated })}</li>`}
      ${leftOut > 0 && html`<li>${t('import.contents.leftOut', { count: leftOut })}</li>`}
      ${tagsLine(contents.tags, t)}
      ${invalid > 0 && html`<li>${t('import.contents.invalid', { count: invalid })}${invalidRows(contents, t)}</li>`}
    </ul>
  `
}

type Contents = NonNullable<ImportView['contents']>

/** @returns how many documents are among the pages of the owner, and what happens to the highlights of the others */
function highlightLines(
  { documents, matched, count }: NonNullable<Contents['highlights']>,
  t: Localization['t'],
): Html {
  const others = documents - matched
  return html`
    <li>${t('import.contents.highlights', { count })}</li>
    <li>${t('import.contents.matched', { count: matched })}</li>
    ${others > 0 && html`<li>${t('import.contents.unmatched', { count: others })}</li>`}
  `
}

function tagsLine({ count, first }: Contents['tags'], t: Localization['t']): Child {
  if (count === 0) return null
  const tags = first.map((label, index) => html`${index > 0 && ', '}<bdi>${label}</bdi>`)
  return html`<li>${t('import.contents.tags', { count })} ${tags}${count > first.length && '…'}</li>`
}

function invalidRows({ invalid, invalidRows: rows }: Contents, t: Localization['t']): Html {
  const items = rows.map(({ row, reason }) => {
    const text = t('import.errorRow', { row, reason: reasonInWords(reason, t) })
    return html`<li dir="auto">${text}</li>`
  })
  return html`
    <ul class="report-rows">${items}</ul>
    ${invalid > rows.length && html`<p class="meta">${t('import.firstErrors', { count: rows.length })}</p>`}
  `
}
