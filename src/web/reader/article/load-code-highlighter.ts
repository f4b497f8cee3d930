/** Adds colours to blocks of code in the markup of an article. */
export type HighlightCode = (markup: string) => string

/**
 * @param sanitizedContent of an article
 * @returns the colours of its code; the grammars are loaded with the first article that states the language of its code;
 *   undefined for an article that has no such code
 */
export async function loadHighlighter(sanitizedContent: string): Promise<HighlightCode | undefined> {
  if (!sanitizedContent.includes('<code class="language-')) return undefined
  return (await import('./highlight-code.ts')).highlightCode(sanitizedContent)
}
