import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

/** What the page does with the markup (https://turbo.hotwired.dev/reference/streams). */
export type StreamAction = 'append' | 'prepend' | 'replace' | 'update' | 'remove' | 'before' | 'after'

const STREAM = 'text/vnd.turbo-stream.html'

/** @returns whether whoever sent a form can change parts of the page it stands on; else the page is loaded again */
export function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes(STREAM)
}

/**
 * @param target id of the element
 * @returns one change of a page
 */
export function streamPart(action: StreamAction, target: string, markup?: Child): Html {
  return html`<turbo-stream action="${action}" target="${target}"><template>${markup}</template></turbo-stream>
`
}

/** @returns a short message, in place of the one before, that lies over the page for some seconds, with a form to undo what was done, if any */
export function toastPart(text: string, undo?: Child): Html {
  return streamPart('update', 'toasts', toast(text, undo, 'toast'))
}

/** @param controller what takes it away again, if anything @returns the message itself */
export function toast(text: string, undo?: Child, controller = ''): Html {
  return html`<div class="toast" role="status" data-controller="${controller}"><p>${text}</p>${undo}</div>`
}

/** @returns the whole page as it is now, put in place of what changed of it; scroll position and focus stay */
export function refreshPart(): Html {
  return html`<turbo-stream action="refresh"></turbo-stream>
`
}

/** Answers a form with changes of the page it stands on. */
export function sendStream(reply: FastifyReply, parts: readonly Html[], status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(`${STREAM}; charset=utf-8`).send(parts.join(''))
}
