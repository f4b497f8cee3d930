import { hash } from 'node:crypto'
import { storedTags, tagsMember } from '../../annotations/annotation-tags.ts'
import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { HighlightedDocument, ImportedAnnotation } from '../import-row.ts'
import { insertRowsAsJson, isInListSql, type TableColumns } from '../storing/insert-rows-as-json.ts'

/** An imported annotation of a document that matches no entry. */
export interface UnplacedAnnotation {
  readonly id: number
  readonly title: string
  /** empty if it is unknown */
  readonly author: string
  readonly quote: string
  readonly text: string
  readonly color: string
  readonly tags?: readonly string[]
  /** ISO time */
  readonly createdAt: string
}

/** Maximum number of unplaced annotations of a user. */
export const MAX_UNPLACED = 50_000

const COLUMNS: TableColumns = {
  table: 'unplaced_annotation',
  columns: {
    user_id: 'int',
    hash: 'hex',
    title: 'text',
    author: 'text',
    quote: 'text',
    text: 'text',
    color: 'text',
    tags: 'text',
    created_at: 'text',
    import_id: 'int',
  },
}

interface Target {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
}

/** The import that stores annotations, and its ISO time, for annotations without a time. */
interface Storing {
  readonly importId: number
  readonly now: string
}

/**
 * Stores the annotations of a document that are neither stored yet nor were deleted by the user.
 * @returns false if the owner would have more than `MAX_UNPLACED`; then none is stored
 */
export async function insertUnplaced(
  target: Target,
  document: HighlightedDocument,
  { importId, now }: Storing,
): Promise<boolean> {
  const { title, author = '', annotations } = document
  const byHash = new Map(annotations.map((one) => [hashOf(document, one), one]))
  for (const { hash: known } of await findStored(target, [...byHash.keys()])) byHash.delete(known)
  if (byHash.size === 0) return true
  if ((await countUnplaced(target.tx, target.owner)) + byHash.size > MAX_UNPLACED) return false
  const rows = [...byHash].map(([key, { quote, text, color, tags = [], createdAt }]) => ({
    user_id: target.owner,
    hash: key,
    title,
    author,
    quote,
    text,
    color,
    tags: storedTags(tags),
    created_at: createdAt ?? now,
    import_id: importId,
  }))
  await insertRowsAsJson(target, COLUMNS, rows)
  return true
}

interface StoredHash {
  readonly hash: string
  readonly deleted_at: string | null
}

async function findStored({ tx, dialect, owner }: Target, hashes: readonly string[]): Promise<readonly StoredHash[]> {
  const [hex, parameter] = dialect === 'sqlite' ? ['lower(hex(hash))', '?1'] : ["encode(hash, 'hex')", '$1']
  const text = `select ${hex} as hash, deleted_at from unplaced_annotation
    where user_id = ${parameter} and ${isInListSql(dialect, 'hash', 2, 'hex')}`
  return rawSql<StoredHash>(tx, text, [owner, JSON.stringify(hashes)])
}

/** @returns the annotations of a document without those that the user deleted while it matched no entry */
export async function withoutDeleted(
  target: Target,
  document: HighlightedDocument,
): Promise<readonly ImportedAnnotation[]> {
  const hashes = document.annotations.map((one) => hashOf(document, one))
  const stored = await findStored(target, hashes)
  const deleted = new Set(stored.filter((one) => one.deleted_at !== null).map((one) => one.hash))
  return document.annotations.filter((_one, index) => !deleted.has(hashes[index]!))
}

/** Deletes the annotations of a document, which has found its entry since they were stored. */
export async function deletePlaced({ tx, dialect, owner }: Target, document: HighlightedDocument): Promise<void> {
  const hashes = document.annotations.map((one) => hashOf(document, one))
  const parameter = dialect === 'sqlite' ? '?1' : '$1'
  const text = `delete from unplaced_annotation
    where user_id = ${parameter} and deleted_at is null and ${isInListSql(dialect, 'hash', 2, 'hex')}`
  await rawSql(tx, text, [owner, JSON.stringify(hashes)])
}

export async function countUnplaced(db: Db, owner: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('unplaced_annotation')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

const SELECTED = ['id', 'title', 'author', 'quote', 'text', 'color', 'tags', 'created_at as createdAt'] as const

type StoredUnplaced = Omit<UnplacedAnnotation, 'id' | 'tags'> & { readonly id: number; readonly tags: string | null }

const toUnplaced = ({ tags, ...row }: StoredUnplaced): UnplacedAnnotation => ({
  ...row,
  id: Number(row.id),
  ...tagsMember(tags),
})

/** @returns a page of the owner's unplaced annotations, those of a document together, in the order of the file */
export async function listUnplaced(
  db: Db,
  owner: UserId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<UnplacedAnnotation[]> {
  const rows = await db
    .selectFrom('unplaced_annotation')
    .select(SELECTED)
    .where('user_id', '=', owner)
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .orderBy('author')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(toUnplaced)
}

/** @returns an unplaced annotation @throws AppError `not_found` if the owner has no such annotation */
export async function findUnplaced(db: Db, owner: UserId, id: number): Promise<UnplacedAnnotation> {
  const found = await db
    .selectFrom('unplaced_annotation')
    .select(SELECTED)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('annotation')
  return toUnplaced(found)
}

type Document = Pick<UnplacedAnnotation, 'title' | 'author'>

/** @returns the unplaced annotations of a document, in the order of the file */
export async function listOfDocument(
  db: Db,
  owner: UserId,
  { title, author }: Document,
  limit: number,
): Promise<UnplacedAnnotation[]> {
  const rows = await db
    .selectFrom('unplaced_annotation')
    .select(SELECTED)
    .where('user_id', '=', owner)
    .where('title', '=', title)
    .where('author', '=', author)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toUnplaced)
}

/** Deletes the unplaced annotations of a document, which the user has assigned to an entry. */
export async function deleteAssigned(tx: OwnerTx, owner: UserId, { title, author }: Document): Promise<void> {
  await tx
    .deleteFrom('unplaced_annotation')
    .where('user_id', '=', owner)
    .where('title', '=', title)
    .where('author', '=', author)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Deletes an unplaced annotation. Its hash stays, so that no import stores the annotation again.
 * @param isWhole true to delete all annotations of the same document
 * @param now ISO time
 * @returns the annotation, as it was
 * @throws AppError `not_found` if the owner has no such annotation
 */
export async function deleteUnplaced(
  tx: OwnerTx,
  owner: UserId,
  id: number,
  { isWhole, now }: { readonly isWhole: boolean; readonly now: string },
): Promise<UnplacedAnnotation> {
  const found = await findUnplaced(tx, owner, id)
  const all = tx
    .updateTable('unplaced_annotation')
    .set({ deleted_at: now, quote: '', text: '', tags: null })
    .where('user_id', '=', owner)
    .where('deleted_at', 'is', null)
  const selected = isWhole
    ? all.where('title', '=', found.title).where('author', '=', found.author)
    : all.where('id', '=', id)
  await selected.execute()
  return found
}

function hashOf({ title, author = '' }: HighlightedDocument, { quote, text }: ImportedAnnotation): string {
  return hash('sha1', JSON.stringify([title, author, quote.replaceAll(/\s+/g, ''), text]))
}
