import { DEFAULT_LANGUAGE, isLanguage } from '../../../src/kernel/languages.ts'
import { createLocalization, type Localization } from '../../../src/web/layout/localization.ts'
import type * as server from '../../../src/web/layout/messages-by-language.ts'
import type { Messages } from '../../../src/web/messages/message-key.ts'

let words: Localization | undefined

/** Sets the messages of all pages. @param messages content of the asset `offline/messages.LANGUAGE.json` */
export function setMessages(language: string, messages: Messages): void {
  words = createLocalization(isLanguage(language) ? language : DEFAULT_LANGUAGE, messages)
}

/** Ignores the requested language: only messages in the account's language are loaded. */
export const localizationIn: typeof server.localizationIn = () => {
  if (!words) throw new Error('the messages are not loaded')
  return words
}

export const languageOf: typeof server.languageOf = () => words?.language ?? DEFAULT_LANGUAGE
