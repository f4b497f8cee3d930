import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked'
import footnotes from 'marked-footnote'

/** Matches a formula on lines of its own, or between double dollar signs in a line. */
const DISPLAY = /^\$\$([^$]{1,3000}?)\$\$/
/**
 * Matches a formula in a line, by the rule of Pandoc: no space follows the first dollar sign, none precedes the second, and
 * no digit follows it. Prices are none.
 */
const INLINE = /^\$(?![\s$])((?:\\[^\n]|[^$\\\n]){0,500}?(?:\\[^\n]|[^\s$\\]))\$(?![\d$])/

/** Shows formulas as the elements of MathJax, in which `findFormulas` finds them. */
const FORMULAS: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (source) => {
    const at = source.indexOf('$')
    return at < 0 ? undefined : at
  },
  tokenizer: (source) => {
    const [display, inline] = [DISPLAY.exec(source), INLINE.exec(source)]
    const [raw, text] = display ?? inline ?? []
    if (raw === undefined || text === undefined || text.includes('</')) return undefined
    return { type: 'formula', raw, text: text.trim(), mode: display === null ? '' : '; mode=display' }
  },
  renderer: ({ text, mode }: Tokens.Generic) => `<script type="math/tex${String(mode)}">${String(text)}</script>`,
}

const parser = new Marked({ gfm: true, async: false }).use(footnotes({ footnoteDivider: false }), {
  extensions: [FORMULAS],
})

/**
 * @param markdown a text in GitHub's form of Markdown, with footnotes and with TeX between dollar signs
 * @returns the text as HTML; untrusted
 * @throws RangeError if quotations are nested so deeply that they overflow the stack
 */
export function renderMarkdown(markdown: string): string {
  return parser.parse(markdown, { async: false })
}
