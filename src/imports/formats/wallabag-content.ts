/** The start of the text that wallabag stores for a page that it could not read. */
const NOTHING_FOUND = /^\s*(?:<p>\s*)?wallabag can['’]t retrieve contents for this article/i

/** @returns the content, or undefined for wallabag's failure message, so that the page is fetched again */
export function keptContent(content: unknown): unknown {
  return typeof content === 'string' && NOTHING_FOUND.test(content.slice(0, 200)) ? undefined : content
}
