import type { FailureGroup } from '../../imports/fetch-summary.ts'
import { parseReason } from '../../imports/import-failure-reasons.ts'
import { MAX_ERRORS } from '../../imports/import-limits.ts'
import type { ImportError } from '../../imports/import.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import type { ImportView } from './import-view.ts'

type Translate = Localization['t']

/** Keeps a number on the line of the last word before it. */
const NO_BREAK_SPACE = '\u00a0'

/** @returns the address of the search for the entries of an import that match a further query */
export function importedHref(id: number, query = ''): string {
  return `/search?${new URLSearchParams({ q: `import:${id} ${query}`.trim() }).toString()}`
}

/**
 * @returns the pages that could not be fetched, by reason and host. A single page of a host links to its entry, which
 *   offers ways to get the text; several pages link to a search.
 */
export function fetchFailures({ id, fetched: { failures } }: ImportView, t: Translate): Child {
  if (failures.length === 0) return null
  const count = failures.reduce((sum, { total }) => sum + total, 0)
  return html`
    <h2>${t('import.unfetched')} <span class="count">${t('frame.count', { count })}</span></h2>
    ${failures.map((group) => failureGroup(id, group, t))}
    <p><a href="${importedHref(id, 'is:broken')}">${t('import.showUnfetched')}</a></p>
  `
}

function failureGroup(id: number, { reason, total, hosts }: FailureGroup, t: Translate): Html {
  return html`
    <details class="failure-group">
      <summary>
        ${t(`failure.${reason}.reason`)}${NO_BREAK_SPACE}<span class="count">${t('frame.count', { count: total })}</span>
      </summary>
      <ul class="report-rows">${hosts.map((host) => html`<li>${hostLink(id, host, t)}</li>`)}</ul>
    </details>
  `
}

function hostLink(id: number, { host, total, page }: FailureGroup['hosts'][number], t: Translate): Html {
  if (total === 1 || host === '') return html`<a href="/view/${page.id}"><bdi>${page.url}</bdi></a>`
  return html`
    <a href="${importedHref(id, `is:broken site:${host}`)}"><bdi>${host}</bdi></a>${' '}
    <span class="count">${t('frame.count', { count: total })}</span>
  `
}

/** @returns the rows that were not imported, or not completely, by reason, the most frequent reason first */
export function rowReasons({ errors }: ImportView, t: Translate): Child {
  if (errors.length === 0) return null
  const groups = Map.groupBy(errors, ({ reason }) => reason)
  const sorted = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  return html`
    <h2>${t('import.errors')}</h2>
    <ul class="report-rows">${sorted.map(([reason, rows]) => html`<li dir="auto">${reasonGroup(reason, rows, t)}</li>`)}</ul>
    ${errors.length >= MAX_ERRORS && html`<p>${t('import.firstErrors', { count: MAX_ERRORS })}</p>`}
  `
}

function reasonGroup(reason: string, rows: readonly ImportError[], t: Translate): Html {
  const [first, ...others] = rows
  const text = reasonInWords(reason, t)
  if (others.length === 0) return html`${t('import.errorRow', { row: first!.row, reason: text })}`
  const numbers = spansOf(rows).map((span) => span.map((row) => t('frame.count', { count: row })).join('–'))
  return html`
    <details class="failure-group">
      <summary>${text}${NO_BREAK_SPACE}<span class="count">${t('frame.count', { count: rows.length })}</span></summary>
      <p class="meta">${t('import.rowNumbers', { numbers: numbers.join(', ') })}</p>
    </details>
  `
}

/** @returns the first and the last number of each sequence of rows; only one number for a single row */
function spansOf(rows: readonly ImportError[]): number[][] {
  const spans: number[][] = []
  for (const { row } of rows) {
    const last = spans.at(-1)
    if (last && row === last.at(-1)! + 1) last[1] = row
    else spans.push([row])
  }
  return spans
}

/**
 * @returns the stored reasons of a row or of an import, in the viewer's language. A reason that this version of Dogear does
 *   not know stays unchanged.
 */
export function reasonInWords(text: string, t: Translate): string {
  const lines = text.split('\n').map((sentence) => sentenceInWords(sentence, t))
  return lines.join(' ')
}

function sentenceInWords(text: string, t: Translate): string {
  const found = parseReason(text)
  if (!found) return text
  const { count, ...values } = found.values
  const given = count === undefined ? values : { ...values, count: Number(count) }
  // The values come from the stored sentence, so their names are those of the message, but only at run time.
  return t(`import.reasons.${found.reason}`, ...([given] as unknown as []))
}
