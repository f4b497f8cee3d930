import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'

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
  return streamPart(
    'update',
    'toasts',
    html`<div class="toast" role="status" data-controller="toast"><p>${text}</p>${undo}</div>`,
  )
}

/** Answers a form with changes of the page it stands on. */
export function sendStream(reply: FastifyReply, parts: readonly Html[], status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(`${STREAM}; charset=utf-8`).send(parts.join(''))
}
