import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { WebRequest } from '../web-request.ts'
import { STREAM_TYPE } from '../web-response.ts'

/**
 * The ways in which the markup of a Turbo Stream can change its target (https://turbo.hotwired.dev/reference/streams).
 */
type StreamAction = 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'

/** @returns true if the client accepts a Turbo Stream. Other clients are redirected after they submit a form. */
export function wantsStream({ headers }: Pick<WebRequest, 'headers'>): boolean {
  return (headers.accept ?? '').includes(STREAM_TYPE)
}

/**
 * @param target id of the element to change
 * @returns a Turbo Stream element that makes one change to the page
 */
export function streamPart(action: StreamAction, target: string, markup?: Child): Html {
  return html`<turbo-stream action="${action}" target="${target}"><template>${markup}</template></turbo-stream>`
}

/**
 * @returns a Turbo Stream element that changes an element of the page into `markup`. Focus and typed text are
 *   preserved.
 */
export function morphPart(target: string, markup: Html): Html {
  return html`
    <turbo-stream action="replace" method="morph" target="${target}"><template>${markup}</template></turbo-stream>
  `
}

/**
 * @param undo form that undoes the reported action
 * @returns a Turbo Stream that shows a short message over the page. The message replaces the previous one and
 *   disappears after some seconds.
 */
export function toastPart(text: Child, undo?: Child): Html {
  return streamPart('update', 'toasts', toast(text, undo, 'toast'))
}

/**
 * @param controller name of the Stimulus controller that later hides the message; empty if none does
 * @returns the markup of a message
 */
export function toast(text: Child, undo?: Child, controller = ''): Html {
  return html`<div class="toast" role="status" data-controller="${controller}"><p>${text}</p>${undo}</div>`
}

/** @returns a Turbo Stream that reloads the page in place. Scroll position and focus are preserved. */
export function refreshPart(): Html {
  return html`<turbo-stream action="refresh"></turbo-stream>`
}
