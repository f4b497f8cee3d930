/** Words of linkding's search that the query language writes differently. Quoted phrases stay as they are. */
const OWN_WORDS = /("(?:[^"\\]|\\.)*"?)|(?<=^|[\s(])(and|or|not|!unread|!untagged)(?=$|[\s()])/gi

const TRANSLATED: Readonly<Record<string, string>> = { '!unread': 'is:unread', '!untagged': 'no:tag' }

/**
 * @returns a search of linkding's API in the query language (docs/query.md). Its words, phrases, `#tags` and parentheses mean
 *   the same there, and the fields of the language work here too.
 */
export function toDogearQuery(text: string): string {
  return text.replaceAll(OWN_WORDS, (all: string, phrase: string | undefined, word: string | undefined) =>
    phrase !== undefined || word === undefined ? all : (TRANSLATED[word.toLowerCase()] ?? word.toUpperCase()),
  )
}
