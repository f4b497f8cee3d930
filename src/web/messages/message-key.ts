import type EN from './en.json'
import type { MessageArguments } from './message-arguments.ts'

/** The key of a text of the pages. `en.json` contains all of them. */
export type MessageKey = keyof typeof EN

/** The texts of a language, as ICU messages (https://unicode-org.github.io/icu/userguide/format_parse/messages/). */
export type Messages = Readonly<Record<MessageKey, string>>

/** The arguments of a message after its key: none, or an object with the values of its placeholders. */
export type ArgumentsOf<K extends MessageKey> = K extends keyof MessageArguments ? [values: MessageArguments[K]] : []
