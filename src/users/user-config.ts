import { DEFAULT_LANGUAGE } from '../kernel/languages.ts'

/** What a user has set, with wallabag's defaults (contract 2.10). */
export interface UserConfig {
  readonly itemsPerPage: number
  readonly feedLimit: number
  /** words a minute, for display, rules and exports */
  readonly readingSpeed: number
  readonly language: string
  /** 0: back to the list after archiving, 1: stay */
  readonly actionMarkAsRead: number
  /** 0: cards, 1: rows */
  readonly listMode: number
  readonly displayThumbnails: number
  readonly font: string | null
  readonly fontSize: number | null
  readonly lineHeight: number | null
  readonly maxWidth: number | null
  /** encrypted with the instance key; null until the user creates one */
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
