import type { EntryFormat } from '../entries/listing/entry-json.ts'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import type { JsonChunks } from '../http/json-body.ts'
import type { FindSites, SiteOf } from './list-subscriptions.ts'

/**
 * @param key names the format, and contains everything besides the entry on which its JSON depends
 * @param itemJson converts one entry to JSON
 * @returns a format of entries with their HTML, in which each entry belongs to its site
 */
export function itemFormat(
  findSites: FindSites,
  user: ListOwner,
  key: string,
  itemJson: (item: LoadedEntry, siteOf: SiteOf) => JsonChunks,
): EntryFormat {
  return {
    key,
    hasContent: true,
    present: async (items) => {
      const siteOf = await findSites(user, items)
      return items.map((item) => itemJson(item, siteOf))
    },
  }
}
