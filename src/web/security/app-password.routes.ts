import { parseId } from '../../kernel/parse-id.ts'
import { callerOf } from '../../security-events/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, sessionOf, localizationFor, frameFor } from '../web-context.ts'
import { parseLimits, scopesAndDays } from './app-password-limits.ts'
import { checkReauthentication, sentProof } from './check-reauthentication.ts'
import { recordOwnEvent } from './record-own-event.ts'
import { redirectToSecurity, type SecurityRoutesDeps } from './redirect-to-security.ts'
import { showSecurity } from './show-security.ts'
import { deleteAppPassword, createAppPassword } from '../../users/passwords/app-password.ts'
import { newAppPasswordPage } from './second-factor.page.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

const PATH = '/config/security/app-passwords'

/**
 * Adds the actions that create and delete app passwords. The page after the creation shows the password; no other page
 * does.
 */
export function addAppPasswordRoutes(routes: ServerRoutes, deps: SecurityRoutesDeps): void {
  routes.post(PATH, (request) => create(deps, request))
  routes.post(`${PATH}/delete`, async (request) => {
    const { fields } = checkedForm(deps, request)
    await deleteAppPassword(deps, sessionOf(request).user.id, parseId(formText(fields, 'id')) ?? 0)
    await recordOwnEvent(deps, request, 'app-password-removed')
    return redirectToSecurity(request, 'security.apps.removed')
  })
}

async function create(deps: SecurityRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const session = sessionOf(request)
  const { t } = localizationFor(request)
  const { fields } = checkedForm(deps, request)
  const name = formText(fields, 'name').trim()
  const limits = parseLimits(fields)
  const refuse = (field: string, message: string) =>
    showSecurity(deps, request, { form: 'app', field, message, appName: name, limits })
  if (name === '') return refuse('name', t('security.apps.nameMissing'))
  const wrong = await checkReauthentication(deps, session, { ...caller, ...sentProof(fields) })
  if (wrong) return refuse(wrong, t(`security.proof.wrong.${wrong}`))
  try {
    const password = await createAppPassword(deps, session.user.id, { name, ...scopesAndDays(limits) })
    await recordOwnEvent(deps, request, 'app-password-made')
    const frame = frameFor(deps, request)
    return pageResponse(newAppPasswordPage({ frame, name, username: session.user.username, password }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return refuse('name', t('security.apps.tooMany'))
  }
}
