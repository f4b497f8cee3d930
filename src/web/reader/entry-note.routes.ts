import { type PatchEntryDeps, patchEntry } from '../../entries/changing/patch-entry.ts'
import { parseNote } from '../../entries/parse-note.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, type WebContext } from '../web-context.ts'
import { entryIdOf } from './entry-id.ts'
import { originNamed, viewHref } from './entry-origin.ts'
import { redirectTo } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

/** Adds the route with which the reading page sets or removes the note of an entry. */
export function addEntryNoteRoute(routes: WebRoutes, deps: WebContext & PatchEntryDeps): void {
  routes.post('/view/:id/note', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const id = entryIdOf(request)
    const note = parseNote(formText(fields, 'note'))
    await patchEntry(deps, owner, id, { fields: { note }, requestId: request.id })
    return redirectTo(viewHref(id, originNamed(formText(fields, 'list'))), 303)
  })
}
