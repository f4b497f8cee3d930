import type { EntryInput } from '../entries/changing/entry-input.ts'
import { parseNote } from '../entries/parse-note.ts'
import { parseEntryAddress } from '../entries/saving/entry-address.ts'
import { saveEntry, type SavedEntry, type SaveEntryDeps } from '../entries/saving/save-entry.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { parseTagLabels } from '../tags/tag.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { textIn, type SentFields } from '../keys/sent-fields.ts'

export interface SavePageDeps extends SaveEntryDeps {
  readonly savesPerUser: Throttle
}

/** The names that a service gives to the fields of a page. */
export interface FieldNames {
  readonly url: readonly string[]
  readonly title: readonly string[]
  readonly note: readonly string[]
  readonly content?: string
}

const MAX_TITLE = 1000

/**
 * Saves a page with the fields of a request.
 * @throws AppError `invalid_input` if there is no valid address, or if a field is too long
 */
export async function savePage(
  deps: SavePageDeps,
  user: KeyUser,
  { fields, names, requestId }: { readonly fields: SentFields; readonly names: FieldNames; readonly requestId: string },
): Promise<Pick<SavedEntry, 'id' | 'isNew'>> {
  const address = parseEntryAddress(textIn(fields, ...names.url))
  const input = inputOf(fields, names)
  await deps.savesPerUser.take(String(user.id))
  return saveEntry(deps, { owner: user.id, address, fields: input, requestId })
}

function inputOf(fields: SentFields, { title: titles, note: notes, content: contentName }: FieldNames): EntryInput {
  const [title, note] = [textIn(fields, ...titles), textIn(fields, ...notes)]
  const content = contentName === undefined ? undefined : textIn(fields, contentName)
  const tags = fields.get('tags')
  return {
    ...(title !== undefined && { title: title.slice(0, MAX_TITLE) }),
    ...(note !== undefined && { note: parseNote(note) }),
    ...(content !== undefined && { content }),
    ...(tags !== undefined && { tags: parseTagLabels(tags) }),
  }
}
