import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EntryInput } from '../../entries/changing/entry-input.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import type { PatchEntryDeps } from '../../entries/changing/patch-entry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { notFound } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { checkedForm } from '../forms/checked-form.ts'
import { sendStream, streamPart, toastPart, wantsStream } from '../layout/stream.ts'
import { formText, wordsFor, type WebContext } from '../web-context.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import { originHref, originNamed, viewHref } from './origin-list.ts'
import { stateForms } from './state-forms.ts'
import { headTags, removableTags, tagField } from './tags-panel.ts'
import { patchEntry } from '../../entries/changing/patch-entry.ts'
import { addTags, dropEntryTags } from '../../entries/changing/entry-tags.ts'

export interface ReaderStateDeps extends WebContext, PatchEntryDeps {
  readonly loadEntries: LoadEntries
  readonly findConfig: (owner: UserId) => Promise<UserConfig>
}

interface Change {
  readonly owner: UserId
  readonly csrfToken: string
  readonly id: EntryId
  readonly fields: FormFields
}

/**
 * The states of the reading page: archived, starred, and single tags. Forms set a state, so that a repeat is harmless.
 */
export function addReaderStateRoutes(app: FastifyInstance, deps: ReaderStateDeps): void {
  app.post<WithId>('/view/:id/states', async (request, reply) => setStates(deps, request, reply))
  app.post<WithId>('/view/:id/tags', async (request, reply) => setTags(deps, request, reply))
}

function changeOf(deps: ReaderStateDeps, request: FastifyRequest<WithId>): Change {
  const { owner, session, fields } = checkedForm(deps, request)
  return { owner, csrfToken: session.csrfToken, id: entryIdOf(request), fields }
}

async function setStates(
  deps: ReaderStateDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { owner, csrfToken, id, fields } = changeOf(deps, request)
  const input: EntryInput = {
    ...(fields.has('archived') && { isArchived: formText(fields, 'archived') === '1' }),
    ...(fields.has('starred') && { isStarred: formText(fields, 'starred') === '1' }),
  }
  await patchEntry(deps, owner, id, { fields: input, requestId: request.id })
  const origin = originNamed(formText(fields, 'list'))
  // The setting "after archiving" (contract 2.10): 0 returns to the list.
  const isLeaving = input.isArchived === true && (await deps.findConfig(owner)).actionMarkAsRead === 0
  if (isLeaving) return reply.redirect(originHref(origin), 303)
  if (!wantsStream(request)) return reply.redirect(viewHref(id, origin), 303)
  const { entry } = await find(deps, owner, id)
  const { t } = wordsFor(request)
  const view = { id, csrfToken, ...origin, isArchived: entry.isArchived, isStarred: entry.isStarred, t }
  return sendStream(reply, [
    streamPart('replace', 'states-bar', stateForms(view, 'bar')),
    streamPart('replace', 'states-end', stateForms(view, 'end')),
    ...(input.isArchived === true ? [toastPart(t('reader.archived'))] : []),
  ])
}

async function setTags(
  deps: ReaderStateDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { owner, csrfToken, id, fields } = changeOf(deps, request)
  const [added, removed] = [parseTagLabels(fields.get('add')), formText(fields, 'remove')]
  if (added.length > 0) await addTags(deps, owner, id, added)
  if (removed !== '') await dropEntryTags(deps, owner, id, [removed])
  const origin = originNamed(formText(fields, 'list'))
  if (!wantsStream(request)) return reply.redirect(viewHref(id, origin), 303)
  const { tags } = await find(deps, owner, id)
  const { t } = wordsFor(request)
  const view = { id, csrfToken, ...origin, tags: tags.map(({ label }) => label), knownTags: [], t }
  return sendStream(reply, [
    streamPart('replace', 'tags-set', removableTags(view)),
    streamPart('replace', 'head-tags', headTags(view)),
    ...(added.length > 0 ? [streamPart('replace', 'tag-field', tagField())] : []),
  ])
}

async function find({ loadEntries }: ReaderStateDeps, owner: UserId, id: EntryId): Promise<LoadedEntry> {
  const loaded = (await loadEntries(owner, [id], { hasContent: false })).get(id)
  if (!loaded) throw notFound('entry')
  return loaded
}
