import type { StoreReadingPositionDeps } from '../../entries/changing/store-reading-position.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, type WebContext } from '../web-context.ts'
import { entryIdOf } from './entry-id.ts'
import { storeReadingPosition } from '../../entries/changing/store-reading-position.ts'
import { EMPTY_RESPONSE } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

/**
 * Adds the route that stores the reading position in an article. Field `block` is the number of the paragraph or other
 * block at the top of the window. `share` is the position in the whole text, from 0 to 1. `at` is the time on the
 * reading device, in milliseconds since 1970.
 */
export function addProgressRoute(routes: WebRoutes, deps: StoreReadingPositionDeps & WebContext): void {
  routes.post('/view/:id/progress', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const position = { block: numberOf(formText(fields, 'block')), share: numberOf(formText(fields, 'share')) }
    await storeReadingPosition(deps, { owner, id: entryIdOf(request) }, position, timeOf(formText(fields, 'at'), deps))
    return EMPTY_RESPONSE
  })
}

/** @returns the number in a text; NaN for an invalid text, so that `storeReadingPosition` refuses it */
const numberOf = (text: string): number => (/^\d{1,9}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN)

/** @returns the time in a text; the current time if the text is invalid */
function timeOf(text: string, { clock }: StoreReadingPositionDeps): Date {
  return /^\d{1,15}$/.test(text) && Number(text) < 8.64e15 ? new Date(Number(text)) : clock.now()
}
