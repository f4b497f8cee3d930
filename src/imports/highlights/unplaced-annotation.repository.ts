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
  },
}

interface Target {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
}

/**
 * Stores the annotations of a document that are not stored yet.
 * @param now ISO time, for annotations without a time
 * @returns false if the owner would have more than `MAX_UNPLACED`; then none is stored
 */
export async function insertUnplaced(target: Target, document: HighlightedDocument, now: string): Promise<boolean> {
  const { title, author = '', annotations } = document
  const byHash = new Map(annotations.map((one) => [hashOf(document, one), one]))
  const condition = isInListSql(target.dialect, 'hash', 2, 'hex')
  const [hex, owner] = target.dialect === 'sqlite' ? ['lower(hex(hash))', '?1'] : ["encode(hash, 'hex')", '$1']
  const stored = await rawSql<{ hash: string }>(
    target.tx,
    `select ${hex} as hash from unplaced_annotation where user_id = ${owner} and ${condition}`,
    [target.owner, JSON.stringify([...byHash.keys()])],
  )
  for (const { hash: known } of stored) byHash.delete(known)
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
  }))
  await insertRowsAsJson(target, COLUMNS, rows)
  return true
}

/** Deletes the annotations of a document, which has found its entry since they were stored. */
export async function deletePlaced({ tx, dialect, owner }: Target, document: HighlightedDocument): Promise<void> {
  const hashes = document.annotations.map((one) => hashOf(document, one))
  const parameter = dialect === 'sqlite' ? '?1' : '$1'
  const text = `delete from unplaced_annotation where user_id = ${parameter} and ${isInListSql(dialect, 'hash', 2, 'hex')}`
  await rawSql(tx, text, [owner, JSON.stringify(hashes)])
}

export async function countUnplaced(db: Db, owner: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('unplaced_annotation')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
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
    .orderBy('title')
    .orderBy('author')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(toUnplaced)
}

/**
 * Deletes an unplaced annotation.
 * @param isWhole true to delete all annotations of the same document
 * @returns the annotation, as it was
 * @throws AppError `not_found` if the owner has no such annotation
 */
export async function deleteUnplaced(
  tx: OwnerTx,
  owner: UserId,
  id: number,
  isWhole: boolean,
): Promise<UnplacedAnnotation> {
  const found = await tx
    .selectFrom('unplaced_annotation')
    .select(SELECTED)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('annotation')
  const all = tx.deleteFrom('unplaced_annotation').where('user_id', '=', owner)
  const selected = isWhole
    ? all.where('title', '=', found.title).where('author', '=', found.author)
    : all.where('id', '=', id)
  await selected.execute()
  return toUnplaced(found)
}

function hashOf({ title, author = '' }: HighlightedDocument, { quote, text }: ImportedAnnotation): string {
  return hash('sha1', JSON.stringify([title, author, quote.replaceAll(/\s+/g, ''), text]))
}
