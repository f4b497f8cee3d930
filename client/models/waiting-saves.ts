/**
 * @param waiting the texts that are not sent yet, one per line
 * @param sent the text that was sent
 * @returns the remaining texts without duplicates, in their order
 */
export function leftAfter(waiting: string, sent: string): string {
  const left = new Set(waiting.split('\n').filter((text) => text !== '' && text !== sent))
  return [...left].map((text) => `${text}\n`).join('')
}
