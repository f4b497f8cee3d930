import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'

export interface ErrorView {
  readonly frame: PageFrame
  readonly status: number
  /** One sentence for the reader. Never a stack, a query or a path. */
  readonly message: string
  readonly requestId: string
}

const WORDS = {
  titles: {
    400: 'That did not make sense',
    403: 'Not allowed',
    404: 'Not found',
    413: 'Too large',
    429: 'Too many attempts',
    503: 'Not available right now',
  } as Readonly<Record<number, string>>,
  fallback: 'Something went wrong',
  requestId: 'Request',
  home: 'Go to your list',
}

/** @returns the page for everything that was refused or failed */
export function errorPage({ frame, status, message, requestId }: ErrorView): Html {
  const title = WORDS.titles[status] ?? WORDS.fallback
  const main = html`<p class="eyebrow">${status}</p>
<h1>${title}</h1>
<p class="lead">${message}</p>
<p><a href="/">${WORDS.home}</a></p>
<p class="meta"><span>${WORDS.requestId} <code>${requestId}</code></span></p>`
  return layout({ frame, title, kind: 'door', main })
}
