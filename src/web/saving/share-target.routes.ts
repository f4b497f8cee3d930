import { isFromShareMenu } from '../forms/csrf-protection.ts'
import { formOf } from '../web-context.ts'
import { saveSharedPage } from './save-shared-page.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { confirmationPath, pageToSave } from './page-to-save.ts'
import { TARGET_COOKIE } from '../sessions/send-to-sign-in.ts'
import { redirectTo } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

/**
 * Lifetime in seconds of the cookie with the shared page. A visitor must sign in within this time to save the page.
 */
const LIFETIME_SECONDS = 600

/**
 * Adds the route for pages that other apps share with the installed web app (`share_target` in the manifest). The
 * operating system sends no CSRF token. The page is saved without a further click only if the browser's headers prove
 * that no other site sent the form.
 */
export function addShareTargetRoutes(routes: WebRoutes, deps: SaveRoutesDeps): void {
  routes.post('/share-target', (request) => {
    const shared = pageToSave(Object.fromEntries(formOf(request)))
    if (!request.session) {
      request.cookies.write(TARGET_COOKIE, confirmationPath(shared), LIFETIME_SECONDS)
      return redirectTo('/login', 303)
    }
    // The response is a redirect, so that a reload does not submit the form again.
    if (!isFromShareMenu(request, deps.baseUrl)) return redirectTo(confirmationPath(shared), 303)
    return saveSharedPage(deps, request, shared)
  })
}
