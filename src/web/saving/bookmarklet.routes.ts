import type { FastifyInstance } from 'fastify'
import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import type { SavingKeyOf } from '../../users/sessions/saving-key.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { saveByToken, type SaveByTokenDeps } from './save-by-token.ts'
import { formText } from '../web-context.ts'
import { saveSharedPage } from './save-shared-page.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { pageToSave } from './page-to-save.ts'
import { askToSave } from './ask-to-save.ts'
import { fastifyRoutes, sendResponse, webRequest } from '../fastify-routes.ts'
import { sendToSignIn } from '../sessions/send-to-sign-in.ts'

export interface BookmarkletRoutesDeps extends SaveRoutesDeps, SaveByTokenDeps {
  readonly savingKeyOf: SavingKeyOf
}

/**
 * Adds `/bookmarklet`, which bookmarklets open to save a page. Any other site could open it too. A GET without a token
 * therefore only fills in the field for new addresses, and the user must click to save. A bookmarklet with the user's
 * key in the fragment of the address needs no click: a script submits the key.
 */
export function addBookmarkletRoutes(app: FastifyInstance, deps: BookmarkletRoutesDeps): void {
  type Asked = { Querystring: Readonly<Record<string, unknown>> }
  // Programs send HEAD requests to preview links. Such a request must not save the page, so HEAD is not supported.
  const options = { config: { isForVisitors: true }, exposeHeadRoute: false }
  app.get<Asked>('/bookmarklet', options, async (request, reply) => {
    const { token } = request.query
    const shared = pageToSave(request.query)
    if (typeof token === 'string') return saveByToken(deps, request, reply, { ...shared, token })
    return request.session
      ? sendResponse(reply, await askToSave(deps, webRequest(deps.jar, request, reply), shared))
      : sendToSignIn(deps, request, reply, { isPending: false })
  })
  fastifyRoutes(app, deps).post('/bookmarklet', (request) => {
    const { session, fields } = checkedForm(deps, request)
    const shared = pageToSave({ url: formText(fields, 'url'), title: formText(fields, 'title') })
    const isRight = isTimingSafeEqual(Buffer.from(formText(fields, 'key')), Buffer.from(deps.savingKeyOf(session)))
    return isRight ? saveSharedPage(deps, request, shared) : askToSave(deps, request, { ...shared, isRefused: true })
  })
}
