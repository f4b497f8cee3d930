/** Adds colours to blocks of code in the markup of an article. */
export type HighlightCode = (markup: string) => string

/**
 * Loads the grammars only when an article needs them.
 * @param sanitizedContent sanitised content of an article
 * @returns a function that adds colours to the article's code; undefined if the article contains no code with a stated
 *   language
 */
export async function loadHighlighter(sanitizedContent: string): Promise<HighlightCode | undefined> {
  if (!sanitizedContent.includes('<code class="language-')) return undefined
  return (await import('./highlight-code.ts')).highlightCode(sanitizedContent)
}
