import { FORMATS } from '../imports/format-list.ts'
import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import type { ImportView } from './import-view.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface ImportListView {
  readonly frame: PageFrame
  readonly imports: readonly ImportView[]
}

/** @returns every service that can be imported from, and the imports so far */
export function importListPage({ frame, imports }: ImportListView): Html {
  const { t } = frame.words
  const formats = Object.entries(FORMATS)
  const main = html`<h1>${t('import.title')}</h1>
<p class="lead">${t('import.lead')}</p>
<ul>
${formats.map(([name, service]) => html`<li><a href="/import/${name}">${service}</a></li>\n`)}</ul>
${
  imports.length > 0 &&
  html`<h2>${t('import.recent')}</h2>
<ul>
${imports.map((one) => importLine(frame, one))}</ul>`
}`
  return layout({ frame, title: t('import.title'), kind: 'lists', current: 'imports', main })
}

function importLine({ words: { t, day } }: PageFrame, view: ImportView): Html {
  const { id, fileName, service, state, imported, skipped, failed, savedAt } = view
  return html`<li><a href="/import/job/${id}"><bdi>${fileName || service || id}</bdi></a>
<p class="meta">${day(savedAt, 'short')} · ${t(`import.states.${state}`)} · ${t('import.counts', { imported, skipped, failed })}</p></li>
`
}
