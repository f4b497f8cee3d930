import type { Database } from '../../db/database.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { changedAppearance, STEPS, type Appearance } from '../../users/appearance.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import { formText, type WebContext } from '../web-context.ts'
import { changePreferences } from '../../users/change-preferences.ts'
import { redirectTo } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

/**
 * Adds the route that changes the appearance of pages for the viewer. A form contains one or more values; invalid ones
 * are ignored.
 */
export function addAppearanceRoute(routes: WebRoutes, deps: WebContext & { readonly database: Database }): void {
  routes.post('/look', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const changes = submittedAppearance(fields)
    if (Object.keys(changes).length > 0) {
      await changePreferences(deps, owner, changes)
    }
    return redirectTo(safeReturnPath(formText(fields, 'back')), 303)
  })
}

/** @returns the valid values in a form for the appearance of pages */
function submittedAppearance(fields: FormFields): Partial<Appearance> {
  const texts = ['theme', 'font'].map((name) => [name, formText(fields, name)])
  const steps = Object.keys(STEPS).map((name) => [name, Number(formText(fields, name) || Number.NaN)])
  return changedAppearance(Object.fromEntries([...texts, ...steps]))
}
