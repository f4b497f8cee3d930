/** Matches the start of the text that wallabag stores if it could not read a page. */
const NOTHING_FOUND = /^\s*(?:<p>\s*)?wallabag can['’]t retrieve contents for this article/i

/** @returns the content; undefined if it is wallabag's failure message, so that the page is fetched again */
export function usableContent(content: unknown): unknown {
  return typeof content === 'string' && NOTHING_FOUND.test(content.slice(0, 200)) ? undefined : content
}
