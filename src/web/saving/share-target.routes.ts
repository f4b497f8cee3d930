import type { FastifyInstance } from 'fastify'
import { isFromShareMenu } from '../forms/csrf-protection.ts'
import { formOf } from '../web-context.ts'
import { saveSharedPage } from './save-shared-page.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { confirmationPath, pageToSave } from './page-to-save.ts'
import { TARGET_COOKIE } from '../sessions/send-to-sign-in.ts'

/**
 * Lifetime in seconds of the cookie with the shared page. A visitor must sign in within this time to save the page.
 */
const LIFETIME_SECONDS = 600

/**
 * Adds the route for pages that other apps share with the installed web app (`share_target` in the manifest). The
 * operating system sends no CSRF token. The page is saved without a further click only if the browser's headers prove
 * that no other site sent the form.
 */
export function addShareTargetRoutes(app: FastifyInstance, deps: SaveRoutesDeps): void {
  app.post('/share-target', async (request, reply) => {
    const shared = pageToSave(Object.fromEntries(formOf(request)))
    if (!request.session) {
      deps.jar.write(reply, TARGET_COOKIE, confirmationPath(shared), LIFETIME_SECONDS)
      return reply.redirect('/login', 303)
    }
    // The response is a redirect, so that a reload does not submit the form again.
    if (!isFromShareMenu(request, deps.baseUrl)) return reply.redirect(confirmationPath(shared), 303)
    return saveSharedPage(deps, request, reply, shared)
  })
}
