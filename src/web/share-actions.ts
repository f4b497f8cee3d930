import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import type { Words } from './words.ts'

export interface ShareActionsView {
  readonly t: Words['t']
  readonly id: number
  readonly csrfToken: string
  /** id of the public link, null while there is none */
  readonly uid: string | null
}

/** @returns the public link with a form that withdraws it, or a form that makes one */
export function shareActions({ t, id, csrfToken, uid }: ShareActionsView): Html {
  const token = html`<input type="hidden" name="token" value="${csrfToken}" />`
  if (uid === null) {
    return html`<form action="/share/${id}" method="post" class="actions">${token}<button class="button-quiet">${t('share.make')}</button></form>`
  }
  return html`<p><a href="/share/${uid}">${t('share.open')}</a></p>
<form action="/share/delete/${id}" method="post" class="actions">${token}<button class="button-quiet">${t('share.withdraw')}</button></form>`
}
