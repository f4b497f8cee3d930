/** Adds colours to the code blocks in the markup of an article. */
export type HighlightCode = (markup: string) => string

/**
 * Loads the code highlighter and its grammars, but only if the article needs them.
 * @param sanitizedContent sanitised content of an article
 * @returns a function that adds colours to the article's code; undefined if no code in the article names its language
 */
export async function loadHighlighter(sanitizedContent: string): Promise<HighlightCode | undefined> {
  if (!sanitizedContent.includes('<code class="language-')) return undefined
  return (await import('./highlight-code.ts')).highlightCode(sanitizedContent)
}
