import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** The effect of the markup on the page (https://turbo.hotwired.dev/reference/streams). */
export type StreamAction = 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'

const STREAM = 'text/vnd.turbo-stream.html'

/** @returns whether the client can change parts of the page with the form; otherwise the page is loaded again */
export function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes(STREAM)
}

/**
 * @param target id of the element
 * @returns a Turbo Stream element that makes one change to the page
 */
export function streamPart(action: StreamAction, target: string, markup?: Child): Html {
  return html`<turbo-stream action="${action}" target="${target}"><template>${markup}</template></turbo-stream>
`
}

/**
 * @returns a short message over the page that replaces the previous one and disappears after some seconds, with an
 * optional undo form
 */
export function toastPart(text: string, undo?: Child): Html {
  return streamPart('update', 'toasts', toast(text, undo, 'toast'))
}

/** @param controller hides the message, if any @returns the message itself */
export function toast(text: string, undo?: Child, controller = ''): Html {
  return html`<div class="toast" role="status" data-controller="${controller}"><p>${text}</p>${undo}</div>`
}

/** @returns an instruction to reload the page in place; scroll position and focus stay */
export function refreshPart(): Html {
  return html`<turbo-stream action="refresh"></turbo-stream>
`
}

/** Responds to a form with changes of its page. */
export function sendStream(reply: FastifyReply, parts: readonly Html[], status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(`${STREAM}; charset=utf-8`).send(parts.join(''))
}
