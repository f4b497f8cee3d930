import { isVoid, scanArticle } from '../../annotations/scan-markup.ts'

/**
 * The path of an element in a page of a book, below the body of the page, such as `/div[1]/p[3]`; or of a text outside of all
 * blocks. Texts of white space are not counted, because crengine removes most of them.
 */
export interface ElementPath {
  readonly path: string
  /** number of the block that begins there, or of the next one if the element is none */
  readonly block: number
  /** number of characters of markup text before the element */
  readonly start: number
  readonly isBlock: boolean
}

/** The places of an article's blocks in its page. */
export interface BlockPaths {
  /** number of characters of markup text in the article */
  readonly length: number
  /** blocks, and the elements and texts around and between them, in the order of the page */
  readonly elements: readonly ElementPath[]
}

/** Maximum number of elements, and of characters in all paths. Blocks after them have no path. */
const MAX_ELEMENTS = 20_000
const MAX_CHARACTERS = 1_000_000

/** @returns the attribute that marks a block while its page is written. It is no part of the book. */
export const blockMark = (block: number): string => ` data-block="${block}"`

const MARK = / data-block="(\d+)"/
const MARKS = new RegExp(MARK, 'g')

/** @returns the markup without marks */
export function withoutMarks(markup: string): string {
  return markup.replaceAll(MARKS, '')
}

/**
 * @param markup well-formed content of a page, with marks
 * @param titles number of first-level headings before it
 */
export function blockPaths(markup: string, titles: number): BlockPaths {
  const walk = new Walk(markup, titles)
  scanArticle(markup, walk)
  return walk.finish()
}

interface OpenElement {
  readonly path: string
  /** number of children so far, by name */
  readonly children: Map<string, number>
  readonly isBlock: boolean
}

class Walk {
  readonly #markup: string
  readonly #elements: ElementPath[] = []
  readonly #open: OpenElement[]
  /** elements since the last block */
  #pending: Omit<ElementPath, 'block'>[] = []
  #openBlocks = 0
  #length = 0
  #characters = 0

  constructor(markup: string, titles: number) {
    this.#markup = markup
    this.#open = [{ path: '', children: new Map([['h1', titles]]), isBlock: false }]
  }

  readonly open = (name: string, from: number, to: number): void => {
    const path = this.#nextPath(name)
    const block = MARK.exec(this.#markup.slice(from, to))?.[1]
    const isBlock = block !== undefined
    if (isBlock) this.#addBlock(path, Number(block))
    else if (this.#openBlocks === 0) this.#add(this.#pending, { path, start: this.#length, isBlock })
    if (isVoid(name)) return
    this.#open.push({ path, children: new Map(), isBlock })
    if (isBlock) this.#openBlocks++
  }

  readonly close = (): void => {
    if (this.#open.pop()?.isBlock) this.#openBlocks--
  }

  readonly text = (from: number, to: number): void => {
    const isBare = this.#openBlocks === 0 && /[^ \t\r\n]/.test(this.#markup.slice(from, to))
    if (isBare) this.#add(this.#pending, { path: this.#nextPath('text()'), start: this.#length, isBlock: false })
    this.#length += to - from
  }

  finish(): BlockPaths {
    const last = this.#elements.findLast(({ isBlock }) => isBlock)?.block ?? 0
    return { length: this.#length, elements: [...this.#elements, ...this.#pendingBefore(last)] }
  }

  /** @returns the path of the next child with this name */
  #nextPath(name: string): string {
    const { path, children } = this.#open.at(-1)!
    const index = (children.get(name) ?? 0) + 1
    children.set(name, index)
    return `${path}/${name}[${index}]`
  }

  #addBlock(path: string, block: number): void {
    for (const element of this.#pendingBefore(block)) this.#elements.push(element)
    this.#pending = []
    this.#add(this.#elements, { path, block, start: this.#length, isBlock: true })
  }

  #pendingBefore(block: number): ElementPath[] {
    return this.#pending.map((element) => ({ ...element, block }))
  }

  #add<Element extends Omit<ElementPath, 'block'>>(list: Element[], element: Element): void {
    this.#characters += element.path.length
    const count = this.#elements.length + this.#pending.length
    if (count < MAX_ELEMENTS && this.#characters <= MAX_CHARACTERS) list.push(element)
  }
}
