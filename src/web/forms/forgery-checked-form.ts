import type { UserId } from '../../kernel/branded-ids.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import type { Session } from '../../users/sessions/session.ts'
import { rejectCsrf, type HeadersOnly } from './csrf-protection.ts'
import { formOf, sessionOf, type WebContext } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'

/** A submitted form whose token proved that it comes from one of our own pages. */
interface CheckedForm {
  readonly session: Session
  /** the viewer */
  readonly owner: UserId
  readonly fields: FormFields
}

type FormRequest = HeadersOnly & Pick<WebRequest, 'session' | 'url' | 'body'>

/**
 * Reads a form of a signed-in page, and checks that no other site sent it.
 * @param field name of the form field that contains the CSRF token
 * @throws AppError `forbidden` for a form from another site
 */
export function checkedForm(deps: Pick<WebContext, 'baseUrl'>, request: FormRequest, field = 'token'): CheckedForm {
  const session = sessionOf(request)
  const fields = formOf(request)
  rejectCsrf(deps, request, session, { fields, field })
  return { session, owner: session.user.id, fields }
}
