/** The highlights of a page, and the notes about the page as a whole. */
interface OmnivoreHighlights {
  /** annotations in the form that `readAnnotations` expects */
  readonly annotations: readonly { readonly quote: string; readonly text: string }[]
  readonly notes: readonly string[]
}

/**
 * Reads a file `highlights/SLUG.md` of Omnivore's export (`highlightToMarkdown` in its packages/api/src/utils/parser.ts):
 * each highlight as a quotation, followed by its labels as `#label` and by its note, with empty lines between them. The file
 * does not contain the colours. Text before the first quotation is a note about the page.
 */
export function readOmnivoreHighlights(markdown: string): OmnivoreHighlights {
  const annotations: { quote: string; text: string }[] = []
  const notes: string[] = []
  for (const block of markdown.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const text = block.trim()
    const last = annotations.at(-1)
    if (text === '') continue
    if (text.startsWith('>')) annotations.push({ quote: text.replaceAll(/^>[ \t]?/gm, '').trim(), text: '' })
    else if (last) last.text = last.text === '' ? text : `${last.text}\n\n${text}`
    else notes.push(text)
  }
  return { annotations, notes }
}
