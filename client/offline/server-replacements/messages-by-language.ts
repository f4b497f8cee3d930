import { DEFAULT_LANGUAGE, isLanguage } from '../../../src/kernel/languages.ts'
import { createLocalization, type Localization } from '../../../src/web/layout/localization.ts'
import type * as server from '../../../src/web/layout/messages-by-language.ts'
import type { EN as English } from '../../../src/web/messages/en.ts'

type Messages = Record<keyof typeof English, string>

/**
 * The messages in the language of the account. Their name is `EN`, because the server's module exports its English
 * messages under this name.
 */
export const EN = {} as Messages
let words: Localization | undefined

/** Sets the messages of all pages. @param messages content of the asset `offline/messages.LANGUAGE.json` */
export function setMessages(language: string, messages: Messages): void {
  Object.assign(EN, messages)
  words = createLocalization(isLanguage(language) ? language : DEFAULT_LANGUAGE, EN)
}

/** Ignores the requested language: only messages in the account's language are loaded. */
export const localizationIn: typeof server.localizationIn = () => {
  if (!words) throw new Error('the messages are not loaded')
  return words
}

export const languageOf: typeof server.languageOf = () => words?.language ?? DEFAULT_LANGUAGE
