import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

/** Completes names in a query: finds names in a user's library that begin with the typed characters. */
export interface NameCompleter {
  /**
   * @returns hosts in alphabetical order. Ignores a leading `www.`, and leaves it out of the result unless the user
   *   typed it.
   */
  sites(owner: UserId, prefix: string, limit: number): Promise<string[]>
  /** @returns author names of the newest entries, newest first. One word of each name begins with the prefix. */
  authors(owner: UserId, prefix: string, limit: number): Promise<string[]>
}

/**
 * Maximum number of hosts that are read from the index for one prefix. More hosts are read than suggested: in some
 * collations, other hosts sort between those with the prefix, and are filtered out afterwards.
 */
const MAX_HOSTS = 60
/** Number of newest entries whose author names are suggested. */
const MAX_READ = 1000

/**
 * Reads the distinct hosts by jumping from one host to the next in the index, so the time does not depend on the number
 * of entries.
 */
const SITES_SQL = `
  with recursive site(name, number) as (
    select (select min(domain_name) from entry where user_id = $1 and domain_name >= $2), 1
    union all
    select (select min(domain_name) from entry where user_id = $1 and domain_name > site.name), site.number + 1
    from site where site.name is not null and site.number < $3
  )
  select name from site where name is not null`

const AUTHORS_SQL = `
  select published_by as authors from entry where user_id = $1 and published_by is not null order by id desc limit $2`

export function nameCompleter(database: Database): NameCompleter {
  const findSites = database.prepare<{ readonly name: string }>(SITES_SQL)
  const findAuthors = database.prepare<{ readonly authors: string }>(AUTHORS_SQL)
  return {
    async sites(owner, prefix, limit) {
      const begun = prefix.toLowerCase()
      const starts = begun.startsWith('www.') ? [begun] : [begun, `www.${begun}`]
      const found = await Promise.all(starts.map((start) => findSites.all(owner, start, MAX_HOSTS)))
      const names = found.flat().map(({ name }) => (begun.startsWith('www.') ? name : name.replace(/^www\./, '')))
      return [...new Set(names.filter((name) => name.startsWith(begun)))].toSorted().slice(0, limit)
    },
    async authors(owner, prefix, limit) {
      const rows = await findAuthors.all(owner, MAX_READ)
      const names = new Set(rows.flatMap(({ authors }) => JSON.parse(authors) as string[]).map((name) => name.trim()))
      return [...names].filter((name) => hasWordLike(name, prefix)).slice(0, limit)
    },
  }
}

function hasWordLike(name: string, prefix: string): boolean {
  const [text, begun] = [name.toLowerCase(), prefix.toLowerCase()]
  return text.startsWith(begun) || text.split(/\s+/).some((word) => word.startsWith(begun))
}
