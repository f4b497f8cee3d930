import type { FormatName } from '../format-list.ts'
import { chrome } from '../formats/chrome.ts'
import { delicious } from '../formats/delicious.ts'
import { elcurator } from '../formats/elcurator.ts'
import { firefox } from '../formats/firefox.ts'
import { instapaper } from '../formats/instapaper.ts'
import { netscape } from '../formats/netscape.ts'
import { omnivore } from '../formats/omnivore.ts'
import { pinboard } from '../formats/pinboard.ts'
import { pocketHtml } from '../formats/pocket-html.ts'
import { pocket } from '../formats/pocket.ts'
import { readability } from '../formats/readability.ts'
import { wallabagV1 } from '../formats/wallabag-v1.ts'
import { wallabagV2 } from '../formats/wallabag-v2.ts'
import type { ImportFormat } from './row-parser.ts'

/** How the files of each format are read. */
export const IMPORT_FORMATS: Readonly<Record<FormatName, ImportFormat>> = {
  pocket,
  pocket_csv: pocket,
  pocket_html: pocketHtml,
  instapaper,
  omnivore,
  'wallabag-v2': wallabagV2,
  'wallabag-v1': wallabagV1,
  pinboard,
  firefox,
  chrome,
  shaarli: netscape,
  netscape,
  readability,
  delicious,
  elcurator,
}
