import { authorsOf } from '../../entries/authors-of.ts'
import { MAX_AUTHOR, MAX_AUTHORS, MAX_TITLE } from '../../entries/entry.ts'
import { type EntryInput, parseLanguage } from '../../entries/changing/entry-input.ts'
import { parseWebAddress } from '../../entries/saving/entry-address.ts'
import { parseNote } from '../../entries/parse-note.ts'
import type { LoadedEntry, LoadEntries } from '../../entries/listing/load-entries.ts'
import { type PerformDeps, performAction } from '../../entries/undoable-actions/perform-action.ts'
import type { PatchEntryDeps } from '../../entries/changing/patch-entry.ts'
import { editDetails } from '../../entries/undoable-actions/edit-details.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import type { RecentTags } from '../../tags/recent-tags.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { safeReturnPath } from '../forms/safe-return-path.ts'
import type { MessageKey } from '../messages/message-key.ts'
import {
  formText,
  NOTICE_COOKIE,
  frameFor,
  sessionOf,
  UNDO_COOKIE,
  type WebContext,
  localizationFor,
} from '../web-context.ts'
import { type EditValues, type EditView, editPage } from './edit.page.ts'
import { entryIdOf, type WithId } from './entry-id.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'

export interface EditRoutesDeps extends WebContext, PatchEntryDeps, PerformDeps {
  readonly loadEntries: LoadEntries
  readonly recentTags: RecentTags
}

/** Maximum number of tags that the form suggests. */
const MAX_SUGGESTED = 500

/** Adds the page that edits an entry. The owner's values take precedence over those from the web page. */
export function addEditRoutes(routes: WebRoutes, deps: EditRoutesDeps): void {
  routes.get('/edit/:id', async (request) => {
    const loaded = await find(deps, sessionOf(request).user.id, entryIdOf(request))
    const { back } = request.query
    const values = valuesOf(loaded)
    return show(deps, request, { values, noteWas: values.note, errors: {}, ...backTo(back) })
  })
  routes.post('/edit/:id', async (request) => {
    const { owner, fields } = checkedForm(deps, request)
    const id = entryIdOf(request)
    const loaded = await find(deps, owner, id)
    const values = submittedValues(fields, valuesOf(loaded))
    const noteWas = fields.has('note_was') ? noteText(fields, 'note_was') : valuesOf(loaded).note
    // A note that was changed elsewhere while the form was open stays, unless the user has edited it in the form too.
    const { input, errors } = inputOf(values, { ...valuesOf(loaded), note: noteWas })
    const { back } = backTo(fields.get('back'))
    if (errors.size > 0)
      return show(deps, request, { values, noteWas, errors: errorTexts(errors, request), ...backTo(back) })
    const { tags, ...others } = input
    const edited = await editDetails(deps, owner, id, { fields: others, requestId: request.id })
    const done = tags && (await setTags(deps, owner, loaded, tags))
    noteLast(request, done, edited)
    return redirectTo(back ?? `/view/${id}`, 303)
  })
}

/** Leaves the message about the last of the actions for the next page, with its undo button. */
function noteLast(request: WebRequest, tagged: TagAction | undefined, edited: number | undefined): void {
  const { t } = localizationFor(request)
  const action = tagged?.id ?? edited
  if (action === undefined) return
  const text = tagged?.id === undefined ? t('history.kinds.edit-entry', { count: 1 }) : t(`done.${tagged.kind}`)
  request.cookies.write(NOTICE_COOKIE, text, 60)
  request.cookies.write(UNDO_COOKIE, String(action), 60)
}

/** The last action that changed tags; its id is undefined if nothing changed. */
interface TagAction {
  readonly kind: 'tag' | 'untag'
  readonly id: number | undefined
}

/** @returns the path of the list from which the user opened the page, if there was one */
function backTo(given: unknown): Pick<EditView, 'back'> {
  return given === undefined ? {} : { back: safeReturnPath(given) }
}

/**
 * Changes the tags of an entry. Removing and adding are two actions, which the user can undo separately.
 * @returns the last of these actions; undefined if the tags did not change
 */
async function setTags(
  deps: EditRoutesDeps,
  owner: UserId,
  { entry, tags }: LoadedEntry,
  wanted: readonly string[],
): Promise<TagAction | undefined> {
  const before = tags.map(({ label }) => label)
  const changes = [
    { kind: 'untag', labels: before.filter((label) => !wanted.includes(label)) },
    { kind: 'tag', labels: wanted.filter((label) => !before.includes(label)) },
  ] as const
  let last: TagAction | undefined
  for (const change of changes) {
    if (change.labels.length === 0) continue
    const { id } = await performAction(deps, owner, [entry.id], change)
    last = { kind: change.kind, id }
  }
  return last
}

async function show(
  deps: EditRoutesDeps,
  request: WebRequest<WithId>,
  view: Pick<EditView, 'values' | 'noteWas' | 'errors' | 'back'>,
): Promise<WebResponse> {
  const { user, csrfToken } = sessionOf(request)
  const knownTags = await deps.recentTags(user.id, MAX_SUGGESTED)
  const frame = frameFor(deps, request)
  const status = Object.keys(view.errors).length > 0 ? 422 : 200
  return pageResponse(editPage({ frame, csrfToken, id: entryIdOf(request), knownTags, ...view }), status)
}

async function find({ loadEntries }: EditRoutesDeps, owner: UserId, id: EntryId): Promise<LoadedEntry> {
  const loaded = (await loadEntries(owner, [id], { hasContent: false })).get(id)
  if (!loaded) throw notFound('entry')
  return loaded
}

function valuesOf({ entry, tags }: LoadedEntry): EditValues {
  return {
    title: entry.title ?? '',
    note: entry.note ?? '',
    tags: tags.map(({ label }) => label).join(', '),
    authors: authorsOf(entry).join(', '),
    date: entry.publishedAt?.slice(0, 10) ?? '',
    language: entry.language?.replaceAll('_', '-') ?? '',
    picture: entry.previewPicture ?? '',
  }
}

/** @param before the values of the entry, for fields that a form of an earlier version does not contain */
function submittedValues(fields: FormFields, before: EditValues): EditValues {
  const text = (name: keyof EditValues) => storableText(formText(fields, name)).trim()
  return {
    title: text('title'),
    note: noteText(fields, 'note'),
    tags: text('tags'),
    authors: fields.has('authors') ? text('authors') : before.authors,
    date: fields.has('date') ? text('date') : before.date,
    language: text('language'),
    picture: text('picture'),
  }
}

/** @returns a text of several lines, with the line breaks that are stored */
function noteText(fields: FormFields, name: 'note' | 'note_was'): string {
  return storableText(formText(fields, name)).replaceAll(/\r\n?/g, '\n').trim()
}

type Errors = ReadonlyMap<keyof EditValues, MessageKey>

/**
 * @returns the values of the changed fields, and an error for each invalid field. Unchanged fields are omitted, so that
 *   a later fetch can still update them.
 */
function inputOf(values: EditValues, before: EditValues): { readonly input: EntryInput; readonly errors: Errors } {
  const errors = new Map<keyof EditValues, MessageKey>()
  const changed = <Value>(name: keyof EditValues, parse: (text: string) => Value | null | undefined) => {
    const value = values[name] === before[name] ? undefined : parse(values[name])
    if (value === null) errors.set(name, `reader.errors.${name}`)
    return value ?? undefined
  }
  const [language, picture] = [changed('language', languageOf), changed('picture', pictureOf)]
  const [note, tags] = [changed('note', noteOf), changed('tags', tagsOf)]
  const authors = changed('authors', authorNames)
  const title = changed('title', (text) => cutText(text, MAX_TITLE))
  const publishedAt = values.date === before.date ? undefined : dayOf(values.date)
  if (publishedAt === 'invalid') errors.set('date', 'reader.errors.date')
  if (values.title === '') errors.set('title', 'reader.errors.title')
  const input = {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note }),
    ...(authors && { authors }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(language !== undefined && { language }),
    ...(picture !== undefined && { previewPicture: picture }),
    ...(tags && { tags }),
  }
  return { input, errors }
}

/**
 * @returns the language; null if it is invalid, undefined if the field is empty. An empty field leaves the language as
 *   it is. API clients cannot remove the language either (wallabag contract 2.3).
 */
const languageOf = (text: string): string | null | undefined =>
  text === '' ? undefined : (parseLanguage(text) ?? null)
const pictureOf = (text: string): string | null | undefined =>
  text === '' ? undefined : (parseWebAddress(text) ?? null)

/** @returns the names; null if there are too many or one is too long */
function authorNames(text: string): string[] | null {
  const names = text.split(',').map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  return given.length <= MAX_AUTHORS && given.every((name) => name.length <= MAX_AUTHOR) ? given : null
}

/** @returns the start of the day in UTC, the time zone of all dates of pages; null for an empty text */
function dayOf(text: string): string | null | 'invalid' {
  if (text === '') return null
  const time = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined
  // An impossible day such as February 30 becomes another day, or an invalid date.
  const isDay = time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
  return isDay ? time.toISOString() : 'invalid'
}

const noteOf = (text: string): string | null => orNull(() => parseNote(text))
const tagsOf = (text: string): string[] | null => orNull(() => parseTagLabels(text))

/** @returns the parsed value; null if it is refused */
function orNull<Value>(parse: () => Value): Value | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function errorTexts(errors: Errors, request: WebRequest): EditView['errors'] {
  const { t } = localizationFor(request)
  return Object.fromEntries([...errors].map(([name, key]) => [name, t(key)]))
}
