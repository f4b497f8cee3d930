import type { ExportWriter } from './export-writer.ts'
import { wireMembers } from './wire-members.ts'

/** @returns a writer of one JSON array of entries */
export function jsonFile(): ExportWriter {
  let count = 0
  return {
    start: () => [Buffer.from('[')],
    add: (entry) => [Buffer.from((count++ === 0 ? '' : ',') + JSON.stringify(Object.fromEntries(wireMembers(entry))))],
    end: () => [Buffer.from(']')],
  }
}
