/**
 * A position in the changes of a user: an object and its revision. All changes up to and including this object have
 * been sent.
 */
export interface SyncCursor {
  /** id of the database's history; it changes when a backup is restored */
  readonly epoch: string
  readonly revision: number
  /** index of the object's type in `SYNC_TYPES` */
  readonly rank: number
  readonly id: number
  /** during a full listing, the revision at its start; deletions before it are not sent */
  readonly listedFrom: number | undefined
}

/** The `rank` of a cursor after all objects of its revision have been sent. It is above the ranks of all types. */
export const EVERY_RANK = 9

const CURSOR_PATTERN = /^([a-z0-9]{1,20})\.(-1|\d{1,15})\.(\d)\.(\d{1,15})(?:\.(\d{1,15}))?$/

/** @returns the cursor at the start of a full listing, before all objects */
export function startCursor(epoch: string, revision: number): SyncCursor {
  return { epoch, revision: -1, rank: EVERY_RANK, id: 0, listedFrom: revision }
}

/** @returns the cursor as text. Clients must treat it as opaque. */
export function printCursor({ epoch, revision, rank, id, listedFrom }: SyncCursor): string {
  return [epoch, revision, rank, id, ...(listedFrom === undefined ? [] : [listedFrom])].join('.')
}

/** @returns the cursor; undefined if the text does not have the form of a cursor */
export function parseCursor(text: string): SyncCursor | undefined {
  const [, epoch = '', revision, rank, id, listedFrom] = CURSOR_PATTERN.exec(text) ?? []
  if (revision === undefined) return undefined
  return {
    epoch,
    revision: Number(revision),
    rank: Number(rank),
    id: Number(id),
    listedFrom: listedFrom === undefined ? undefined : Number(listedFrom),
  }
}
