import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'

/** A host from which a user has saved pages. */
interface Site {
  /** empty for pages without a host */
  readonly host: string
  readonly unread: number
  /** ISO time of saving of the newest page */
  readonly newestAt: string
  /** address of the icon of the page that was saved last */
  readonly icon: string | null
}

/** The index `entry_domain_saved` contains all columns of the inner query. */
const SITES_SQL = `
  select site.host, site.unread, site.newest_at, entry.site_icon as icon
  from (
    select coalesce(domain_name, '') as host, sum(1 - is_archived) as unread, max(created_at) as newest_at, max(id) as newest
    from entry where user_id = $1 group by coalesce(domain_name, '')
  ) as site
  join entry on entry.user_id = $1 and entry.id = site.newest
  order by site.host`

interface Row {
  readonly host: string
  readonly unread: number | string
  readonly newest_at: string
  readonly icon: string | null
}

/** @returns a function that lists the hosts of a user's pages in alphabetical order */
export function siteLister(database: Database): (owner: UserId) => Promise<Site[]> {
  const list = database.prepare<Row>(SITES_SQL)
  return async (owner) =>
    (await list.all(owner)).map(({ host, unread, newest_at, icon }) => ({
      host,
      unread: Number(unread),
      newestAt: newest_at,
      icon,
    }))
}
