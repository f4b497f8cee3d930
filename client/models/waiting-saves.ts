/**
 * Maximum length of a percent-encoded text that the server keeps until the next sign-in
 * (src/web/saving/save-after-sign-in.ts). The browser must keep longer texts itself.
 */
const MAX_SERVER_LENGTH = 3500

/**
 * @returns whether the browser must keep the text after the session has ended, because it is too long for the server
 */
export function exceedsServerLimit(text: string): boolean {
  return encodeURIComponent(text.toWellFormed()).length > MAX_SERVER_LENGTH
}

/**
 * @param waiting the texts that have not been sent yet, one per line
 * @param sent the text that was sent
 * @returns the remaining texts without duplicates, in their order
 */
export function remainingSaves(waiting: string, sent: string): string {
  const left = new Set(waiting.split('\n').filter((text) => text !== '' && text !== sent))
  return [...left].map((text) => `${text}\n`).join('')
}
