import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

interface ErrorView {
  readonly frame: PageFrame
  readonly status: number
  /** one sentence for the user. It must not contain a stack trace, SQL or a file path. */
  readonly message: string
  readonly requestId: string
}

const EXPLAINED_STATUSES = [400, 403, 404, 405, 408, 413, 429, 503] as const

function isExplained(status: number): status is (typeof EXPLAINED_STATUSES)[number] {
  return EXPLAINED_STATUSES.some((known) => known === status)
}

/** @returns the page that explains a refused request or a server error */
export function errorPage({ frame, status, message, requestId }: ErrorView): Html {
  const { t } = frame.words
  const title = t(isExplained(status) ? `error.titles.${status}` : 'error.titles.other')
  const main = html`
    <p class="eyebrow">${status}</p>
    <h1>${title}</h1>
    <p class="lead">${message}</p>
    <p><a href="/">${t('error.home')}</a></p>
    <p class="meta"><span>${t('error.requestId')} <code>${requestId}</code></span></p>
  `
  return layout({ frame, title, kind: 'narrow', main })
}
