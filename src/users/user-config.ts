import { DEFAULT_LANGUAGE } from '../kernel/languages.ts'

/** The settings of a user. Defaults are those of wallabag (wallabag contract 2.10). */
export interface UserConfig {
  readonly itemsPerPage: number
  readonly feedLimit: number
  /** words per minute; used for reading times in lists, rules and exports */
  readonly readingSpeed: number
  readonly language: string
  /** page that opens after an entry is archived: 0 for the list, 1 for the same entry */
  readonly actionMarkAsRead: number
  /** layout of lists: 0 for cards, 1 for rows */
  readonly listMode: number
  readonly displayThumbnails: number
  readonly font: string | null
  readonly fontSize: number | null
  readonly lineHeight: number | null
  readonly maxWidth: number | null
  /** the secret token of the feeds, encrypted with the instance key; null if the user has none */
  readonly feedTokenSealed: Uint8Array | null
  /** preferences that only the web app uses */
  readonly preferences: Readonly<Record<string, unknown>>
}

export const DEFAULT_CONFIG: UserConfig = {
  itemsPerPage: 12,
  feedLimit: 50,
  readingSpeed: 200,
  language: DEFAULT_LANGUAGE,
  actionMarkAsRead: 1,
  listMode: 0,
  displayThumbnails: 1,
  font: null,
  fontSize: null,
  lineHeight: null,
  maxWidth: null,
  feedTokenSealed: null,
  preferences: {},
}
