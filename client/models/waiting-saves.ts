/**
 * @param waiting texts, one in each line
 * @param sent one of them
 * @returns the others, each once, in their order
 */
export function leftAfter(waiting: string, sent: string): string {
  const left = new Set(waiting.split('\n').filter((text) => text !== '' && text !== sent))
  return [...left].map((text) => `${text}\n`).join('')
}
