import { queryServer } from '../support/postgres-standby.ts'
import type { Journal } from './journal.ts'

interface StoredEntry {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly fetch_state: string
  readonly has_content: boolean
}

const ENTRIES = `select entry.id::integer as id, entry.url, entry.title, entry.fetch_state,
  exists (select 1 from entry_content where user_id = entry.user_id and entry_id = entry.id) as has_content
  from entry`
/** Counts that triggers keep. A job or a repeated write with two effects would change them twice. */
const WRONG_COUNTS = `select entry_count.user_id from entry_count
  where unread + archive <> (select count(*) from entry where entry.user_id = entry_count.user_id)`

/** @returns the differences between the database and what the journal says that it must contain */
export async function findLosses(url: string, journal: Journal): Promise<readonly string[]> {
  const stored = await queryServer<StoredEntry>(url, ENTRIES)
  const problems: string[] = []
  for (const [address, { length }] of Map.groupBy(stored, (entry) => entry.url)) {
    if (length > 1) problems.push(`${address} is stored ${length} times`)
    if (!journal.asked.has(address)) problems.push(`nobody saved ${address}`)
  }
  const byAddress = new Map(stored.map((entry) => [entry.url, entry]))
  for (const { url: address, title, id } of journal.entries.values()) {
    const entry = byAddress.get(address)
    if (!entry) problems.push(`lost: ${address}`)
    else if (entry.id !== id) problems.push(`${address} was saved as ${id} and is ${entry.id}`)
    else if (entry.title !== title) problems.push(`lost: the title "${title}" of ${address}, which is "${entry.title}"`)
    else if (!entry.has_content) problems.push(`${address} has no text, and its fetch is ${entry.fetch_state}`)
  }
  for (const { user_id: user } of await queryServer<{ user_id: number }>(url, WRONG_COUNTS)) {
    problems.push(`the counts of user ${user} are wrong`)
  }
  return problems
}
