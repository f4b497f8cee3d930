import type { FastifyInstance } from 'fastify'
import { type PatchEntryDeps, patchEntry } from '../../entries/changing/patch-entry.ts'
import { parseNote } from '../../entries/parse-note.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, type WebContext } from '../web-context.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { originNamed, viewHref } from './opened-from.ts'

/** Adds the route with which the reading page sets or removes the note of an entry. */
export function addEntryNoteRoute(app: FastifyInstance, deps: WebContext & PatchEntryDeps): void {
  app.post<WithId>('/view/:id/note', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request)
    const id = entryIdOf(request)
    const note = parseNote(formText(fields, 'note'))
    await patchEntry(deps, owner, id, { fields: { note }, requestId: request.id })
    return reply.redirect(viewHref(id, originNamed(formText(fields, 'list'))), 303)
  })
}
