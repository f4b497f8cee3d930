import type { UserId } from '../../kernel/branded-ids.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OwnerTx } from '../owner-transaction.ts'
import { dayOf } from './quota.ts'
import { countEntries, findQuotaRow, measureBytes, type QuotaRow } from './quota.repository.ts'

/** Milliseconds for which measured bytes are valid, because measuring takes as long as there are entries. */
const MEASUREMENT_MS = 60_000

/** The limits, in the order in which they are reported. */
type QuotaKind = 'entries' | 'bytes' | 'saves'

interface Claim {
  /** number of new entries that may be saved */
  readonly granted: number
  /** the limit that was reached; undefined if all may be saved */
  readonly reached?: QuotaKind
}

/**
 * Counts new entries against the limits of their owner. The caller saves as many as are granted, in the same transaction.
 * @param wanted number of new entries
 */
export async function claimSaves(tx: OwnerTx, owner: UserId, wanted: number, now: Date): Promise<Claim> {
  const row = await findQuotaRow(tx, owner)
  if (!row) return { granted: wanted }
  const saves = row.day === dayOf(now) ? row.saves : 0
  const rooms: readonly (readonly [QuotaKind, number])[] = [
    ['entries', row.max_entries === null ? wanted : row.max_entries - (await countEntries(tx, owner))],
    ['bytes', (await hasBytes(tx, row, now)) ? wanted : 0],
    ['saves', row.max_saves === null ? wanted : row.max_saves - saves],
  ]
  const granted = Math.max(0, Math.min(wanted, ...rooms.map(([, room]) => room)))
  if (granted > 0) {
    const counted = { day: dayOf(now), saves: saves + granted }
    await tx.updateTable('user_quota').set(counted).where('user_id', '=', owner).execute()
  }
  const reached = granted < wanted ? rooms.find(([, room]) => room <= granted)?.[0] : undefined
  return { granted, ...(reached && { reached }) }
}

async function hasBytes(tx: OwnerTx, row: QuotaRow, now: Date): Promise<boolean> {
  if (row.max_bytes === null) return true
  const owner = row.user_id as UserId
  const age = now.getTime() - (Date.parse(row.measured_at) || 0)
  if (age >= 0 && age < MEASUREMENT_MS) return row.used_bytes < row.max_bytes
  const used = await measureBytes(tx, owner)
  const measured = { used_bytes: used, measured_at: now.toISOString() }
  await tx.updateTable('user_quota').set(measured).where('user_id', '=', owner).execute()
  return used < row.max_bytes
}

/** For each limit, the sentence for clients, and the key of the sentence on pages. */
const REFUSALS: Readonly<Record<QuotaKind, readonly [text: string, message: string]>> = {
  entries: [
    'the library has as many entries as the administrator allows: delete some, or ask for more',
    'error.sentences.quotaEntries',
  ],
  bytes: [
    'the library takes as much space as the administrator allows: delete entries, or ask for more',
    'error.sentences.quotaBytes',
  ],
  saves: [
    'as many pages were saved today as the administrator allows: try again tomorrow',
    'error.sentences.quotaSaves',
  ],
}

/**
 * Counts a new entry against the limits of its owner.
 * @throws AppError `over_quota` if one is reached. Nothing is changed then.
 */
export async function claimSave(tx: OwnerTx, owner: UserId, now: Date): Promise<void> {
  const { reached } = await claimSaves(tx, owner, 1, now)
  if (reached === undefined) return
  const [text, message] = REFUSALS[reached]
  throw new AppError('over_quota', text, { details: { message } })
}
