import { hash } from 'node:crypto'

const NULL = Buffer.from('null')

/** @returns the strong validator of a stored content, without quotes: equal contents have equal ones */
export function contentTag(content: Uint8Array | undefined): string {
  return hash('sha256', content ?? NULL, 'base64url').slice(0, 22)
}
