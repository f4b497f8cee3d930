import { createRequire } from 'node:module'

/** The parts of pdfkit that are used here. */
interface PdfWriter {
  fontSize(size: number): PdfWriter
  text(text: string, x: number, y: number, options: object): PdfWriter
  widthOfString(text: string): number
  addPage(): PdfWriter
  end(): void
  on(name: 'data', listener: (chunk: Buffer) => void): PdfWriter
  on(name: 'end', listener: () => void): PdfWriter
}

const Writer = createRequire(import.meta.url)('pdfkit') as new (options: object) => PdfWriter

/** A text that a PDF is made of: headings and paragraphs in reading order. */
export interface PdfText {
  readonly title: string
  readonly parts: readonly { readonly heading?: string; readonly text: string }[]
}

export interface PdfLayout {
  readonly columns: 1 | 2
  /** whether the lines of both columns are written in turn, so that the order of the file is not that of reading */
  readonly isInterleaved?: boolean
  readonly hasHyphens?: boolean
  readonly hasRunningLines?: boolean
  readonly isJustified?: boolean
  readonly size: number
}

interface Line {
  readonly text: string
  readonly size: number
  readonly isLast: boolean
}

const PAGE = { width: 612, height: 792 }
const MARGIN = 64
const TOP = 96
const BOTTOM = 700
const GAP = 20

/** @returns a PDF of the text in this layout */
export async function pdfDocument(text: PdfText, layout: PdfLayout): Promise<Uint8Array> {
  const writer = new Writer({ margin: 0, size: [PAGE.width, PAGE.height] })
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  writer.on('data', (chunk) => chunks.push(chunk)).on('end', resolve)
  new Typesetter(writer, layout).write(text)
  writer.end()
  await promise
  return new Uint8Array(Buffer.concat(chunks))
}

/** Breaks text into lines and pages, because pdfkit's own layout would always write column by column. */
class Typesetter {
  readonly #writer: PdfWriter
  readonly #layout: PdfLayout
  readonly #width: number
  #page = 1

  constructor(writer: PdfWriter, layout: PdfLayout) {
    this.#writer = writer
    this.#layout = layout
    this.#width = (PAGE.width - 2 * MARGIN - (layout.columns - 1) * GAP) / layout.columns
  }

  write({ title, parts }: PdfText): void {
    const { size, columns } = this.#layout
    this.#runningLines()
    this.#put({ text: title, size: 22, isLast: true }, MARGIN, TOP - 30)
    const lines = parts.flatMap(({ heading, text }) => [
      ...(heading === undefined ? [] : this.#break(heading, size + 4)),
      ...this.#break(text, size),
    ])
    let start = TOP + 20
    while (lines.length > 0) {
      const perColumn = Math.floor((BOTTOM - start) / (size * 1.4))
      const stacks = Array.from({ length: columns }, () => lines.splice(0, perColumn))
      this.#putColumns(stacks, start)
      if (lines.length > 0) this.#newPage()
      start = TOP
    }
  }

  #newPage(): void {
    this.#writer.addPage()
    this.#page += 1
    this.#runningLines()
  }

  #runningLines(): void {
    if (!this.#layout.hasRunningLines) return
    this.#put({ text: 'Proceedings of the Society of Keepers', size: 8, isLast: true }, MARGIN, 30)
    this.#put({ text: `${this.#page}`, size: 8, isLast: true }, PAGE.width / 2, 750)
  }

  #putColumns(stacks: readonly (readonly Line[])[], start: number): void {
    const places = stacks.flatMap((stack, column) =>
      stack.map((line, row) => ({ line, row, x: MARGIN + column * (this.#width + GAP) })),
    )
    const ordered = this.#layout.isInterleaved ? places.toSorted((one, other) => one.row - other.row) : places
    for (const { line, row, x } of ordered) this.#put(line, x, start + row * this.#layout.size * 1.4)
  }

  #put({ text, size, isLast }: Line, x: number, y: number): void {
    this.#writer.fontSize(size)
    const gaps = text.split(' ').length - 1
    const free = this.#width - this.#writer.widthOfString(text)
    const wordSpacing = this.#layout.isJustified && !isLast && gaps > 0 ? Math.max(0, free / gaps) : 0
    this.#writer.text(text, x, y, { lineBreak: false, wordSpacing })
  }

  #break(text: string, size: number): Line[] {
    this.#writer.fontSize(size)
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.#writer.widthOfString(longer) <= this.#width) {
        line = longer
        continue
      }
      const [head, rest] = this.#hyphenate(line, word)
      lines.push(head)
      line = rest
    }
    return [...lines, line].map((one, index, all) => ({ text: one, size, isLast: index === all.length - 1 }))
  }

  /** @returns the line with the first letters of the word that fit, and the rest of the word */
  #hyphenate(line: string, word: string): readonly [string, string] {
    if (this.#layout.hasHyphens && /^\p{Ll}{6,}$/u.test(word))
      for (let letters = word.length - 3; letters >= 3; letters--) {
        const head = `${line} ${word.slice(0, letters)}-`
        if (this.#writer.widthOfString(head) <= this.#width) return [head, word.slice(letters)]
      }
    return [line, word]
  }
}
