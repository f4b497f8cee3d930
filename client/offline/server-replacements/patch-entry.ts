import { notFound } from '../../../src/kernel/errors.ts'
import type * as server from '../../../src/entries/changing/patch-entry.ts'
import { authorsOf } from '../../../src/entries/authors-of.ts'
import { libraryOf } from '../library-database.ts'
import type { Operation, OutboxRecord } from '../operation.ts'
import { recordOperation } from '../record-operation.ts'
import { needsNetwork } from './server-only-actions.ts'

type EntryChange = Extract<Operation, { readonly type: 'entries'; readonly action: 'change' }>
type EntrySet = NonNullable<EntryChange['set']>

/** A field of an operation with its new and its former value. */
interface FieldChange {
  readonly kind: OutboxRecord['kind']
  readonly after: EntrySet
  readonly before: EntrySet
}

/** Changes title, note, authors and date of an entry. Only the server can change language and picture. */
export const patchEntry: typeof server.patchEntry = async ({ database }, _owner, id, { fields }) => {
  const library = libraryOf(database)
  const stored = library.entries.get(id)
  if (!stored) throw notFound('entry')
  const { title, note, authors, publishedAt, ...others } = fields
  if (Object.values(others).some((value) => value !== undefined)) throw needsNetwork()
  const { entry } = stored
  const changes: FieldChange[] = [
    ...(title === undefined
      ? []
      : [{ kind: 'title', after: { title }, before: { title: entry.title ?? '' } } as const]),
    ...(note === undefined
      ? []
      : [{ kind: 'entryNote', after: { note }, before: { note: entry.note ?? '' } } as const]),
    ...(authors ? [{ kind: 'authors', after: { authors }, before: { authors: authorsOf(entry) } } as const] : []),
    ...(publishedAt === undefined
      ? []
      : [
          {
            kind: 'date',
            after: { published_at: publishedAt },
            before: { published_at: entry.publishedAt },
          } as const,
        ]),
  ]
  for (const { kind, after, before } of changes) {
    if (JSON.stringify(after) === JSON.stringify(before)) continue
    const setting = (set: EntrySet): EntryChange => ({ type: 'entries', action: 'change', id, set })
    await recordOperation(library, { kind, operations: [{ operation: setting(after), inverse: setting(before) }] })
  }
  return {}
}
