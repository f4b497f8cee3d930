import { hash } from 'node:crypto'
import type { EntryId } from '../../kernel/brand.ts'

const NULL = Buffer.from('null')

/** @returns the strong validator of a stored content, without quotes: equal contents have equal ones */
export function contentTag(content: Uint8Array | undefined): string {
  return hash('sha256', content ?? NULL, 'base64url').slice(0, 22)
}

/** @returns the content of an entry as JSON, as stored */
export function contentLine(id: EntryId, tag: string, content: Uint8Array | undefined): Buffer {
  return Buffer.concat([Buffer.from(`{"id":${id},"etag":"${tag}","content":`), content ?? NULL, Buffer.from('}')])
}
