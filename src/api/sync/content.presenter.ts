import type { EntryId } from '../../kernel/branded-ids.ts'

const NULL = Buffer.from('null')

/** @returns a JSON object with the id, entity tag and content of an entry */
export function contentLine(id: EntryId, tag: string, content: Uint8Array | undefined): Buffer {
  return Buffer.concat([Buffer.from(`{"id":${id},"etag":"${tag}","content":`), content ?? NULL, Buffer.from('}')])
}
