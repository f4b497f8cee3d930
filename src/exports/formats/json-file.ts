import type { ExportWriter } from '../export-writer.ts'
import { wireMembers } from './wire-members.ts'

/** @returns a writer of one JSON array of entries */
export function jsonFile(): ExportWriter {
  let count = 0
  return {
    start: () => [Buffer.from('[')],
    add: (entry) => [Buffer.from((count++ === 0 ? '' : ',') + textOf(Object.fromEntries(wireMembers(entry))))],
    end: () => [Buffer.from(']')],
  }
}

/**
 * Omits members with the value null, including those of nested objects (wallabag contract, section 8). Null items of
 * arrays are kept.
 */
function textOf(value: object): string {
  return JSON.stringify(value, (_name, member: unknown) => member ?? undefined)
}
