import type { FormatName } from '../import-formats.ts'
import { addressList } from '../formats/general/address-list.ts'
import { chrome } from '../formats/chrome.ts'
import { delicious } from '../formats/delicious.ts'
import { elcurator } from '../formats/elcurator.ts'
import { feedReader } from '../formats/feed-reader.ts'
import { firefox } from '../formats/firefox.ts'
import { goodlinks } from '../formats/goodlinks.ts'
import { hypothesis } from '../formats/hypothesis.ts'
import { instapaper } from '../formats/instapaper.ts'
import { jsonLines } from '../formats/general/json-lines.ts'
import { karakeep } from '../formats/karakeep.ts'
import { kindle } from '../formats/highlights/kindle.ts'
import { kobo } from '../formats/highlights/kobo-database.ts'
import { koreader } from '../formats/highlights/koreader.ts'
import { linkding } from '../formats/linkding.ts'
import { linkwarden } from '../formats/linkwarden.ts'
import { matter } from '../formats/matter.ts'
import { namedColumns } from '../formats/general/named-columns.ts'
import { namedMembers } from '../formats/general/named-members.ts'
import { netscape } from '../formats/netscape.ts'
import { omnivore } from '../formats/omnivore.ts'
import { pinboard } from '../formats/pinboard.ts'
import { pocketHtml } from '../formats/pocket-html.ts'
import { pocket } from '../formats/pocket.ts'
import { raindrop } from '../formats/raindrop.ts'
import { readability } from '../formats/readability.ts'
import { readeck } from '../formats/readeck.ts'
import { readwiseHighlights } from '../formats/highlights/readwise-highlights.ts'
import { readwise } from '../formats/readwise.ts'
import { wallabagV1 } from '../formats/wallabag-v1.ts'
import { wallabagV2 } from '../formats/wallabag-v2.ts'
import type { ImportFormat } from './row-parser.ts'

/**
 * How the files of each import format are read. The formats themselves are listed in `IMPORT_FORMATS`, which every start
 * loads; loading this table with all its parsers takes a tenth of a second, so only imports do.
 */
export const FILE_FORMATS: Readonly<Record<FormatName, ImportFormat>> = {
  pocket,
  pocket_csv: pocket,
  pocket_html: pocketHtml,
  instapaper,
  omnivore,
  'wallabag-v2': wallabagV2,
  'wallabag-v1': wallabagV1,
  readwise,
  raindrop,
  readeck,
  karakeep,
  linkding,
  linkwarden,
  feed_reader: feedReader,
  matter,
  goodlinks,
  pinboard,
  firefox,
  chrome,
  shaarli: netscape,
  netscape,
  readability,
  delicious,
  elcurator,
  hypothesis,
  koreader,
  kindle,
  kobo,
  readwise_highlights: readwiseHighlights,
  csv: namedColumns,
  json: namedMembers,
  json_lines: jsonLines,
  addresses: addressList,
}
