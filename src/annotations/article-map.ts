import { isVoid, scanArticle } from './scan-markup.ts'
import { decodeEntities } from './text-entities.ts'

/** The text between two tags. */
export interface TextRun {
  /** indices into the markup */
  readonly from: number
  readonly to: number
  /** offsets in the text of the article: `start` of the first character, `end` after the last one */
  readonly start: number
  readonly end: number
  /** index in `elements` of the innermost element that contains this text; -1 if it is the article itself */
  readonly parent: number
}

export interface MapElement {
  readonly name: string
  /** index of the parent element; -1 if it is the article itself */
  readonly parent: number
  /** offsets in the text of the article: `start` of the element's first character, `end` after its last one */
  readonly start: number
  end: number
}

/**
 * The text of an article, with the positions of its elements and text runs. Offsets count UTF-16 units, as in browsers.
 */
export interface ArticleMap {
  readonly text: string
  readonly runs: readonly TextRun[]
  readonly elements: readonly MapElement[]
  /** sorted offsets in the text at which a line, a paragraph or a cell starts or ends */
  readonly breaks: readonly number[]
}

/** Inline elements. Their text is on the same line as the text around them. */
const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr ' +
    'annotation math mfrac mi mmultiscripts mn mo mover mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
)

/** @param markup sanitised content @returns the map of this content */
export function mapArticle(markup: string): ArticleMap {
  const builder = new MapBuilder(markup)
  scanArticle(markup, builder)
  return builder.finish()
}

class MapBuilder {
  readonly #markup: string
  readonly #pieces: string[] = []
  readonly #runs: TextRun[] = []
  readonly #elements: MapElement[] = []
  readonly #breaks: number[] = []
  readonly #open: number[] = []
  #length = 0

  constructor(markup: string) {
    this.#markup = markup
  }

  readonly open = (name: string): void => {
    this.#break(name)
    this.#elements.push({ name, parent: this.#parent(), start: this.#length, end: this.#length })
    if (!isVoid(name)) this.#open.push(this.#elements.length - 1)
  }

  readonly close = (name: string): void => {
    const index = this.#open.pop()
    if (index === undefined) return
    this.#elements[index]!.end = this.#length
    this.#break(name)
  }

  readonly text = (from: number, to: number): void => {
    const piece = decodeEntities(this.#markup.slice(from, to))
    const start = this.#length
    this.#length += piece.length
    this.#pieces.push(piece)
    this.#runs.push({ from, to, start, end: this.#length, parent: this.#parent() })
  }

  finish(): ArticleMap {
    for (const index of this.#open) this.#elements[index]!.end = this.#length
    return { text: this.#pieces.join(''), runs: this.#runs, elements: this.#elements, breaks: this.#breaks }
  }

  #parent(): number {
    return this.#open.at(-1) ?? -1
  }

  #break(name: string): void {
    if (!INLINE_ELEMENTS.has(name) && this.#breaks.at(-1) !== this.#length) this.#breaks.push(this.#length)
  }
}
