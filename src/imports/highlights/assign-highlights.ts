import { MAX_PER_ENTRY } from '../../annotations/annotation.ts'
import { COLORS, parseColor } from '../../annotations/annotation-color.ts'
import { quoteLocator, type QuoteLocator } from '../../annotations/locate-annotations.ts'
import type { Database } from '../../db/database.ts'
import { findEntry, findStoredContent } from '../../entries/entry.repository.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import type { ImportedAnnotation } from '../import-row.ts'
import { mergeRows } from '../storing/merge-rows.ts'
import { recordAssignment } from './assigned-document.repository.ts'
import {
  deleteAssigned,
  findUnplaced,
  listOfDocument,
  type UnplacedAnnotation,
} from './unplaced-annotation.repository.ts'

interface AssignDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Moves the unplaced annotations of a document to an entry, where a quote marks its words if the text contains them. Later
 * imports of the document add to the same entry.
 * @param id id of one of the annotations
 * @throws AppError `not_found` if the owner has no such annotation or entry, `invalid_input` if the entry would have too many
 *   annotations; then nothing changes
 */
export async function assignHighlights(
  { database, clock }: AssignDeps,
  owner: UserId,
  id: number,
  entry: EntryId,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const document = await findUnplaced(tx, owner, id)
    if (!(await findEntry(tx, owner, entry))) throw notFound('entry')
    const list = await listOfDocument(tx, owner, document, MAX_PER_ENTRY + 1)
    if (list.length > MAX_PER_ENTRY) throw tooMany()
    const content = await findStoredContent(tx, owner, entry)
    const text = content && quoteLocator(content.html)
    const annotations = list.map((one) => located(one, text))
    const key = 'document'
    const context = { tx, dialect: database.dialect, job: { ownerId: owner, id: null }, now: clock.now().toISOString() }
    const candidate = { number: 1, row: { url: '', host: '', annotations }, hashes: [key] }
    const { notices } = await mergeRows(context, [candidate], new Map([[key, entry]]))
    if (notices.size > 0) throw tooMany()
    await recordAssignment(tx, owner, document, entry)
    await deleteAssigned(tx, owner, document)
  })
}

function tooMany(): AppError {
  return new AppError('invalid_input', `an entry has at most ${MAX_PER_ENTRY} annotations`)
}

function located(one: UnplacedAnnotation, text: QuoteLocator | undefined): ImportedAnnotation {
  const { quote, text: note, color, tags, createdAt } = one
  const ranges = JSON.stringify(text?.locate(quote, 0) ?? [])
  return { quote, text: note, ranges, color: parseColor(color) ?? COLORS[0], createdAt, ...(tags && { tags }) }
}
