import { hash } from 'node:crypto'

const NULL_CONTENT = Buffer.from('null')

/**
 * @returns a strong HTTP validator (ETag) of a stored content, without quotation marks. Equal contents give equal
 * validators.
 */
export function contentTag(content: Uint8Array | undefined): string {
  return hash('sha256', content ?? NULL_CONTENT, 'base64url').slice(0, 22)
}
