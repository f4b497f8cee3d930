import { bytesSql } from '../db/bytes-text.ts'
import { MAX_CHANGES } from './known-keys.ts'
import { pagesSql } from './postgres-pages.ts'

/**
 * What changes with every change of `$1`'s entries, which all advance the user's revision (src/users/revision.ts), and of
 * what the index has of them, which all write the row of its state: `xmin` is the transaction that wrote it (PostgreSQL's
 * manual, section 5.6).
 */
export const VERSION = `(
  coalesce((select revision from user_revision where user_id = $1), 0) || '.' ||
    coalesce((select xmin from search_state where user_id = $1)::text, ''))`

/**
 * A segment never changes. Its number may come again, when the index was made anew, but not in the same transaction, which
 * PostgreSQL tells in `xmin` (its manual, section 5.6).
 */
const NAME = "(search_segment.segment || '.' || search_segment.xmin)"

const bytesOrNone = (column: string): string => `coalesce(${bytesSql('postgres', column)}, '')`
const PAGES_BYTES = `${bytesOrNone('list.ids')}, ${bytesOrNone('list.places')}`

/**
 * What a search goes by where nothing of it is known: `beside`, JSON, and `pages`, those that `$2` asks for, separated by
 * `;`, each with the number of what is asked, from 1 on, the name of the segment, and the bytes of ids and places, separated
 * by blanks; null where there are none. All in one row: parts of it are cheaper than rows.
 *
 * Each of these looks up one user's rows by the beginning of a key, and stands in a place from where PostgreSQL cannot
 * join it with the others, so nothing hangs on its guess of how many rows there are. What `$4` is it does not see, or it
 * would plan each time anew.
 */
export const READ_ALL = `
  select ${VERSION} as version, json_build_object(
    'segments', array(select ${NAME} from search_segment where user_id = $1 order by segment),
    'gone', array(select entry_id from search_gone where user_id = $1 order by entry_id),
    'below', array(select below from search_gone where user_id = $1 order by entry_id),
    'recent', array(
      select entry_id from search_recent where user_id = $1 and (
        select search_entry.words @@ $3::tsquery from search_entry
        where search_entry.user_id = $1 and search_entry.entry_id = search_recent.entry_id
      ) order by entry_id),
    'last', (select id from entry where user_id = $1 order by id desc limit 1),
    'changed', array(
      select array[id, revision] from entry where user_id = $1 and revision > (select $4::bigint)
      order by revision limit ${MAX_CHANGES + 1})
  )::text as beside, (
    select string_agg(concat_ws(' ', asked.at, ${NAME}, ${PAGES_BYTES}), ';')
    from rows from (json_to_recordset($2::json) as (low text, high text, placed boolean, known text[])) with ordinality
      as asked (low, high, placed, known, at)
    cross join search_segment
    cross join lateral (${pagesSql('search_segment.segment', 'asked.low', 'asked.high', 'asked.placed')}) as list
    where search_segment.user_id = $1 and ${NAME} <> all (asked.known)
  ) as pages`

/**
 * The pages alone, where what is beside them is known, if the version is still that one: `$2` says of which segments, and
 * `pages` has their numbers in place of names.
 */
export const READ_PAGES = `
  select ${VERSION} as version, (
    select string_agg(concat_ws(' ', asked.at, asked.segment, ${PAGES_BYTES}), ';')
    from rows from (json_to_recordset($2::json) as (segment bigint, low text, high text, placed boolean)) with ordinality
      as asked (segment, low, high, placed, at)
    cross join lateral (${pagesSql('asked.segment', 'asked.low', 'asked.high', 'asked.placed')}) as list
  ) as pages`

/** Words of the entries that are in no segment, for each the version; one row at least. */
export const READ_WAITING = `
  select ${VERSION} as version, search_entry.entry_id as id, search_entry.words::text as words
  from (select) as one
  left join search_recent on search_recent.user_id = $1
  left join search_entry on search_entry.user_id = $1 and search_entry.entry_id = search_recent.entry_id
  order by search_entry.entry_id`

/** How many pages each segment has: they are numbered from 0 on. */
export const READ_SIZES = `
  select ${NAME} as name, 1 + (
    select page from search_page where user_id = $1 and search_page.segment = search_segment.segment
    order by first_word desc, page desc limit 1
  ) as pages
  from search_segment where user_id = $1 order by segment`

/** The pages of the segment with the name `$2`. */
export const READ_SEGMENT = `
  select first_word, ${bytesSql('postgres', 'ids')} as ids, ${bytesSql('postgres', 'places')} as places
  from search_segment join search_page on search_page.user_id = $1 and search_page.segment = search_segment.segment
  where search_segment.user_id = $1 and ${NAME} = $2
  order by first_word, page`
