import type { FastifyInstance } from 'fastify'
import { isFromSystem } from '../forms/forgery.ts'
import { formOf, TARGET_COOKIE } from '../web-context.ts'
import { saveShared } from './save-shared.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { askingPath, sharedPage } from './shared-page.ts'

/** In seconds: how long whoever has to sign in first may take for it. */
const PATIENCE = 600

/**
 * What other apps share with the installed one (`share_target` of the manifest). The system sends it without a token of
 * ours, so it is saved at once only where the browser vouches that no page sent it.
 */
export function addShareTargetRoutes(app: FastifyInstance, deps: SaveRoutesDeps): void {
  app.post('/share-target', async (request, reply) => {
    const shared = sharedPage(Object.fromEntries(formOf(request)))
    if (!request.session) {
      deps.jar.write(reply, TARGET_COOKIE, askingPath(shared), PATIENCE)
      return reply.redirect('/login', 303)
    }
    // By another address, so that nothing that is loaded again repeats the form.
    if (!isFromSystem(request, deps.baseUrl)) return reply.redirect(askingPath(shared), 303)
    return saveShared(deps, request, reply, shared)
  })
}
