import type { EntryId } from '../kernel/branded-ids.ts'
import { parseId } from '../kernel/parse-id.ts'

/** The end of the addresses that a device gets. It sends them back to name an article. */
const MARKER = /[#&]dgr-(\d{1,15})$/

/** @returns the address with the id of its entry in the fragment */
export function markAddress(url: string, id: EntryId): string {
  return `${url}${url.includes('#') ? '&' : '#'}dgr-${id}`
}

/** @returns the id in an address that `markAddress` returned */
export function markedId(address: string): EntryId | undefined {
  return parseId<EntryId>(MARKER.exec(address)?.[1])
}

/** @returns the address without the id of an entry */
export function unmarkAddress(address: string): string {
  return address.replace(MARKER, '')
}
