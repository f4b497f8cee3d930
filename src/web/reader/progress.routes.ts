import type { FastifyInstance } from 'fastify'
import type { KeepProgressDeps } from '../../entries/changing/keep-progress.ts'
import { checkedForm } from '../forms/checked-form.ts'
import { formText, type WebContext } from '../web-context.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { keepProgress } from '../../entries/changing/keep-progress.ts'

/** Stores the reading position: `block`, `share` and `at`, milliseconds since 1970 on the reading device. */
export function addProgressRoute(app: FastifyInstance, deps: KeepProgressDeps & WebContext): void {
  app.post<WithId>('/view/:id/progress', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const place = { block: numberOf(formText(fields, 'block')), share: numberOf(formText(fields, 'share')) }
    await keepProgress(deps, { owner, id: entryIdOf(request) }, place, timeOf(formText(fields, 'at'), deps))
    return reply.code(204).send()
  })
}

/** NaN is refused where positions are checked. */
const numberOf = (text: string): number => (/^\d{1,9}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN)

/** An invalid or future time becomes now. */
function timeOf(text: string, { clock }: KeepProgressDeps): Date {
  return /^\d{1,15}$/.test(text) && Number(text) < 8.64e15 ? new Date(Number(text)) : clock.now()
}
