import type { Database } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'

/** A host from which a user has saved pages. */
interface Site {
  /** empty for pages without a host */
  readonly host: string
  readonly total: number
  readonly unread: number
  /** ISO time of saving of the newest page */
  readonly newestAt: string
  /** id of the page that was saved last */
  readonly newestEntry: EntryId
  /** address of the icon of the page that was saved last */
  readonly icon: string | null
}

/** The index `entry_domain_saved` contains all columns of the inner query. */
const SITES_SQL = `
  select site.host, site.total, site.unread, site.newest_at, site.newest, entry.site_icon as icon
  from (
    select coalesce(domain_name, '') as host, count(*) as total, sum(1 - is_archived) as unread,
      max(created_at) as newest_at, max(id) as newest
    from entry where user_id = $1 group by coalesce(domain_name, '')
  ) as site
  join entry on entry.user_id = $1 and entry.id = site.newest
  order by site.host`

interface Row {
  readonly host: string
  readonly total: number | string
  readonly unread: number | string
  readonly newest_at: string
  readonly newest: number | string
  readonly icon: string | null
}

/** @returns a function that lists the hosts of a user's pages in alphabetical order */
export function siteLister(database: Database): (owner: UserId) => Promise<Site[]> {
  const list = database.prepare<Row>(SITES_SQL)
  return async (owner) =>
    (await list.all(owner)).map(({ host, total, unread, newest_at, newest, icon }) => ({
      host,
      total: Number(total),
      unread: Number(unread),
      newestAt: newest_at,
      newestEntry: Number(newest) as EntryId,
      icon,
    }))
}
