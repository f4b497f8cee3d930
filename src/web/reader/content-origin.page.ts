import type { Explanation } from '../../entries/reextraction/explain-extraction.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { dateText } from '../layout/date-text.ts'
import { collapsibleSection } from '../settings/collapsible-section.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { originText, viewHref, type Origin } from './entry-origin.ts'

export interface ContentOriginView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly id: number
  /** the list from which the user opened the entry */
  readonly origin: Origin
  readonly title: string
  readonly url: string
  readonly explanation: Explanation
  /** origin of the content; `summary` if the page could not be fetched and the content is only its summary */
  readonly source: Explanation['source'] | 'summary'
  readonly savedAt: Date
  readonly updatedAt: Date
  /** two sentences about a failed fetch: the reason, and a suggestion for the user */
  readonly failure?: { readonly reason: string; readonly next: string }
}

/** @returns the page `/view/{id}/info` about the origin of an entry's content */
export function contentOriginPage(view: ContentOriginView): Html {
  const { frame, id, title, origin } = view
  const { t } = frame.words
  const main = html`
    <p class="eyebrow"><a href="${viewHref(id, origin)}" data-action-name="back">${t('reader.backToText')}</a></p>
    <h1>${t('reader.info')}</h1>
    <p class="lead" dir="auto">${title}</p>
    ${
      view.failure &&
      html`
        <div class="reader-state">
          <h2>${t('entry.failedTitle')}</h2>
          <p>${view.failure.reason}</p>
          <p>${view.failure.next}</p>
        </div>
      `
    }
    ${facts(view)}
    <form action="/view/${id}/reload" method="post">
      <input type="hidden" name="token" value="${view.csrfToken}" />
      <input type="hidden" name="list" value="${originText(origin)}" />
      <button class="button">${t('reader.reload')}</button>
    </form>
    ${technicalDetails(view.explanation, t)}
  `
  return layout({ frame, title: t('reader.info'), kind: 'lists', main, sheets: ['reader', 'reader-bar', 'settings'] })
}

function facts({ frame: { words }, explanation, source, url, savedAt, updatedAt }: ContentOriginView): Html {
  const { t } = words
  const { capture } = explanation
  return html`
    <dl class="info-facts">
      ${fact(t('reader.facts.source'), t(`reader.sources.${source}`))}
      ${fact(t('reader.facts.address'), html`<a href="${url}" rel="noopener noreferrer"><bdi>${url}</bdi></a>`)}
      ${fact(t('reader.facts.saved'), dateText(savedAt, words))}
      ${fact(t('reader.facts.changed'), dateText(updatedAt, words))}
      ${capture && fact(t('reader.facts.fetched'), dateText(new Date(capture.fetchedAt), words))}
    </dl>
  `
}

const fact = (name: string, value: Child): Html => html`
  <div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>
`

/** @returns the response of the page's server, and the extraction, for bug reports */
function technicalDetails({ capture, extractorVersion, steps: all }: Explanation, t: Localization['t']): Child {
  if (!capture && extractorVersion === null) return null
  return collapsibleSection(
    t('reader.technical'),
    html`
      <dl class="info-facts">
        ${
          capture &&
          fact(
            t('reader.facts.answer'),
            html`
              <code>${capture.status}</code> <bdi>${capture.contentType}</bdi>,${' '}
              ${t('reader.kilobytes', { count: Math.ceil(capture.size / 1000) })}
            `,
          )
        }
        ${extractorVersion !== null && fact(t('reader.facts.extractor'), String(extractorVersion))}
      </dl>
      ${steps(all, t)}
    `,
  )
}

/** @returns the log of the extraction. It is in English like other logs, because users quote it in bug reports. */
function steps(all: Explanation['steps'], t: Localization['t']): Child {
  if (all.length === 0) return null
  const rows = all.map(
    ({ name, note }) => html`
      <tr>
        <th scope="row">${name}</th>
        <td>${note}</td>
      </tr>
    `,
  )
  return html`
    <div class="wide" role="region" tabindex="0" aria-label="${t('reader.steps')}">
      <table class="info-steps"><tbody lang="en">${rows}</tbody></table>
    </div>
  `
}
