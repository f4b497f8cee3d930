import { FIRST_LOCAL_ID } from '../../src/web/sync/local-id.ts'

let last = 0

/** @returns a new id for an object created in this browser. Each call returns a larger one. */
export function newLocalId(now: number): number {
  last = Math.max(last + 1, FIRST_LOCAL_ID + now)
  return last
}

/** @returns whether an address or a form body contains an id from `newLocalId` */
export const mentionsLocalId = (text: string): boolean => /(?<!\d)9\d{14}(?!\d)/.test(text)
