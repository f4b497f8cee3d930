import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'

/** Finds names in a library that begin with the typed characters, to complete a query. */
export interface KnownNames {
  /** @returns hosts, with and without `www.`, in alphabetical order */
  sites(owner: UserId, prefix: string, most: number): Promise<string[]>
  /** @returns authors of the newest entries with a word that begins like this, the newest first */
  authors(owner: UserId, prefix: string, most: number): Promise<string[]>
}

/** Hosts that are read from the index; some collations put others between those with the prefix. */
const MOST_HOSTS = 60
/** Newest entries with an author that are read for their names. */
const MOST_READ = 1000

/** Jumps from one host to the next in the index on hosts, so that the time does not grow with the library. */
const SITES = `
  with recursive site(name, number) as (
    select (select min(domain_name) from entry where user_id = $1 and domain_name >= $2), 1
    union all
    select (select min(domain_name) from entry where user_id = $1 and domain_name > site.name), site.number + 1
    from site where site.name is not null and site.number < $3
  )
  select name from site where name is not null`

const AUTHORS = `
  select published_by as authors from entry where user_id = $1 and published_by is not null order by id desc limit $2`

export function knownNames(database: Database): KnownNames {
  const findSites = database.prepare<{ readonly name: string }>(SITES)
  const findAuthors = database.prepare<{ readonly authors: string }>(AUTHORS)
  return {
    async sites(owner, prefix, most) {
      const begun = prefix.toLowerCase()
      const starts = begun.startsWith('www.') ? [begun] : [begun, `www.${begun}`]
      const found = await Promise.all(starts.map((start) => findSites.all(owner, start, MOST_HOSTS)))
      const names = found.flat().map(({ name }) => (begun.startsWith('www.') ? name : name.replace(/^www\./, '')))
      return [...new Set(names.filter((name) => name.startsWith(begun)))].toSorted().slice(0, most)
    },
    async authors(owner, prefix, most) {
      const rows = await findAuthors.all(owner, MOST_READ)
      const names = new Set(rows.flatMap(({ authors }) => JSON.parse(authors) as string[]).map((name) => name.trim()))
      return [...names].filter((name) => hasWordLike(name, prefix)).slice(0, most)
    },
  }
}

function hasWordLike(name: string, prefix: string): boolean {
  const [text, begun] = [name.toLowerCase(), prefix.toLowerCase()]
  return text.startsWith(begun) || text.split(/\s+/).some((word) => word.startsWith(begun))
}
