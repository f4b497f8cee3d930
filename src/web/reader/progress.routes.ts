import type { FastifyInstance } from 'fastify'
import type { StoreReadingPositionDeps } from '../../entries/changing/store-reading-position.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, type WebContext } from '../web-context.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { storeReadingPosition } from '../../entries/changing/store-reading-position.ts'

/**
 * Adds the route that stores the reading position. Its fields are `block`, `share`, and `at`: the time on the reading
 * device in milliseconds since 1970.
 */
export function addProgressRoute(app: FastifyInstance, deps: StoreReadingPositionDeps & WebContext): void {
  app.post<WithId>('/view/:id/progress', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const place = { block: numberOf(formText(fields, 'block')), share: numberOf(formText(fields, 'share')) }
    await storeReadingPosition(deps, { owner, id: entryIdOf(request) }, place, timeOf(formText(fields, 'at'), deps))
    return reply.code(204).send()
  })
}

/** @returns the number; NaN for an invalid text, which `storeReadingPosition` refuses */
const numberOf = (text: string): number => (/^\d{1,9}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN)

/** @returns the time; the current time if the text is invalid */
function timeOf(text: string, { clock }: StoreReadingPositionDeps): Date {
  return /^\d{1,15}$/.test(text) && Number(text) < 8.64e15 ? new Date(Number(text)) : clock.now()
}
