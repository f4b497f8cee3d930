import type { FastifyInstance } from 'fastify'
import { isFromSystem } from '../forms/forgery.ts'
import { formOf, TARGET_COOKIE } from '../web-context.ts'
import { saveShared } from './save-shared.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { askingPath, sharedPage } from './shared-page.ts'

/** Time limit in seconds for a visitor to sign in before the shared page is saved. */
const PATIENCE = 600

/**
 * Pages shared from other apps with the installed app (`share_target` of the manifest). The system sends no token, so a
 * page is saved at once only if the browser's headers prove that no other page sent the form.
 */
export function addShareTargetRoutes(app: FastifyInstance, deps: SaveRoutesDeps): void {
  app.post('/share-target', async (request, reply) => {
    const shared = sharedPage(Object.fromEntries(formOf(request)))
    if (!request.session) {
      deps.jar.write(reply, TARGET_COOKIE, askingPath(shared), PATIENCE)
      return reply.redirect('/login', 303)
    }
    // Redirects, so that a reload does not repeat the form.
    if (!isFromSystem(request, deps.baseUrl)) return reply.redirect(askingPath(shared), 303)
    return saveShared(deps, request, reply, shared)
  })
}
