import { isVoid, scanArticle } from '../../annotations/scan-markup.ts'

/**
 * Maximum number of sentences in a page that get a span of their own. Further texts get one span each, so that a text of
 * single letters and dots does not become a hundred times as long.
 */
const MAX_SENTENCES = 100_000

/** Elements that begin a paragraph. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p pre section table td th tr ul'.split(
    ' ',
  ),
)

/**
 * Adds the places at which a Kobo stores reading positions and highlights: each sentence of a page is in a span with the
 * class `koboSpan` and the id `kobo.N.M`, where N counts the paragraphs of the page and M the sentences of the paragraph, as in
 * the books of Kobo's shop. In code, each line counts as a sentence. Pictures are in such spans as well. Formulas have none, because
 * MathML does not allow them.
 * @param markup well-formed content of a page
 * @param language BCP 47 tag of the text, which decides where sentences end
 * @returns the same markup with these spans
 */
export function koboSpans(markup: string, language: string | undefined): string {
  const writer = new SpanWriter(markup, language)
  scanArticle(markup, writer)
  return writer.markup()
}

class SpanWriter {
  readonly #markup: string
  readonly #sentences: Intl.Segmenter
  /** ids of the article that have the same form, if it was taken from such a book */
  readonly #taken: ReadonlySet<string>
  readonly #pieces: string[] = []
  #paragraph = 0
  #sentence = 0
  #count = 0
  /** true if the next text begins a paragraph */
  #isNew = true
  /** number of open elements of these kinds */
  #code = 0
  #formulas = 0

  constructor(markup: string, language: string | undefined) {
    this.#markup = markup
    this.#sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
    this.#taken = new Set([...markup.matchAll(/ id="(kobo\.\d+\.\d+)"/g)].map(([, id]) => id!))
  }

  readonly open = (name: string, from: number, to: number): void => {
    const tag = this.#markup.slice(from, to)
    if (BLOCKS.has(name)) this.#isNew = true
    if (name === 'img' && this.#formulas === 0) return void this.#pieces.push(this.#span(tag))
    this.#pieces.push(tag)
    if (isVoid(name) || tag.endsWith('/>')) return
    if (name === 'pre') this.#code++
    if (name === 'math') this.#formulas++
  }

  readonly close = (name: string, from: number, to: number): void => {
    if (BLOCKS.has(name)) this.#isNew = true
    if (name === 'pre') this.#code--
    if (name === 'math') this.#formulas--
    this.#pieces.push(this.#markup.slice(from, to))
  }

  readonly text = (from: number, to: number): void => {
    const text = this.#markup.slice(from, to)
    if (this.#formulas > 0 || text.trim() === '') this.#pieces.push(text)
    else for (const part of this.#parts(text)) this.#pieces.push(part.trim() === '' ? part : this.#span(part))
  }

  markup(): string {
    return this.#pieces.join('')
  }

  /** @returns the sentences or lines of a text, which has no tags. Escapes such as `&amp;` contain no end of a sentence. */
  #parts(text: string): readonly string[] {
    if (this.#count >= MAX_SENTENCES) return [text]
    if (this.#code > 0) return text.match(/[^\n]*\n|[^\n]+$/g) ?? [text]
    return Array.from(this.#sentences.segment(text), ({ segment }) => segment)
  }

  #span(inner: string): string {
    if (this.#isNew) {
      this.#paragraph++
      this.#sentence = 0
      this.#isNew = false
    }
    this.#count++
    let id: string
    do id = `kobo.${this.#paragraph}.${++this.#sentence}`
    while (this.#taken.has(id))
    return `<span class="koboSpan" id="${id}">${inner}</span>`
  }
}
