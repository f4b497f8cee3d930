/** A position in the stream of a user's changes: everything up to this object of this revision was sent. */
export interface SyncCursor {
  /** identifies the history of the database; a restored backup starts another one */
  readonly epoch: string
  readonly revision: number
  /** index in `SYNC_TYPES` */
  readonly rank: number
  readonly id: number
  /** during a full listing, its first revision: earlier deletions are of no interest to the client */
  readonly listedFrom: number | undefined
}

/** Stands for every object of a revision. */
export const EVERY_RANK = 9

const PATTERN = /^([a-z0-9]{1,20})\.(-1|\d{1,15})\.(\d)\.(\d{1,15})(?:\.(\d{1,15}))?$/

/** @returns the position that stands before every object */
export function startCursor(epoch: string, revision: number): SyncCursor {
  return { epoch, revision: -1, rank: EVERY_RANK, id: 0, listedFrom: revision }
}

/** @returns the text for clients, which must not interpret it */
export function printCursor({ epoch, revision, rank, id, listedFrom }: SyncCursor): string {
  return [epoch, revision, rank, id, ...(listedFrom === undefined ? [] : [listedFrom])].join('.')
}

/** @returns undefined for a text that no server printed */
export function parseCursor(text: string): SyncCursor | undefined {
  const [, epoch = '', revision, rank, id, listedFrom] = PATTERN.exec(text) ?? []
  if (revision === undefined) return undefined
  return {
    epoch,
    revision: Number(revision),
    rank: Number(rank),
    id: Number(id),
    listedFrom: listedFrom === undefined ? undefined : Number(listedFrom),
  }
}
