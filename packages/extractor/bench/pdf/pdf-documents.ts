import { createRequire } from 'node:module'

import { pngFile } from '../../src/pdf/png-file.ts'

/** The part of pdfkit's interface that the benchmark uses. */
interface PdfWriter {
  fontSize(size: number): PdfWriter
  text(text: string, x: number, y: number, options: object): PdfWriter
  image(file: Uint8Array, x: number, y: number, options: object): PdfWriter
  widthOfString(text: string): number
  addPage(): PdfWriter
  struct(role: string, options?: object): PdfStructure
  addStructure(structure: PdfStructure): PdfWriter
  markContent(role: string): PdfWriter
  markStructureContent(role: string): unknown
  endMarkedContent(): PdfWriter
  end(): void
  on(name: 'data', listener: (chunk: Buffer) => void): PdfWriter
  on(name: 'end', listener: () => void): PdfWriter
}

/** An element of the structure tree. */
interface PdfStructure {
  add(child: unknown): PdfStructure
}

const Writer = createRequire(import.meta.url)('pdfkit') as new (options: object) => PdfWriter

/** A text for a PDF: headings and paragraphs in reading order. A picture follows its paragraph. */
export interface PdfText {
  readonly title: string
  readonly parts: readonly { readonly heading?: string; readonly text: string; readonly picture?: number }[]
}

export interface PdfLayout {
  readonly columns: 1 | 2
  /**
   * whether the file contains the lines of the two columns alternately, so that the order in the file is not the
   * reading order
   */
  readonly isInterleaved?: boolean
  readonly hasHyphens?: boolean
  readonly hasRunningLines?: boolean
  readonly isJustified?: boolean
  readonly hasPictures?: boolean
  readonly isTagged?: boolean
  readonly size: number
}

interface Line {
  readonly text: string
  /**
   * Number of the picture that starts at this line; absent for text. Empty lines follow it for the height of the
   * picture.
   */
  readonly picture?: number
  /** Element of the structure tree that contains the line; absent in files without tags. */
  readonly element?: PdfStructure
  readonly role?: string
  readonly size: number
  readonly isLast: boolean
}

const PAGE = { width: 612, height: 792 }
const MARGIN = 64
const TOP = 96
const BOTTOM = 700
const GAP = 20
/** Height of a picture in lines, with the space around it. */
const PICTURE_ROWS = 8

/** @returns a PNG file. Each number gives a different pattern. */
export function numberedPicture(number: number): Uint8Array {
  const [width, height] = [120, 80]
  const data = Uint8Array.from({ length: width * height * 3 }, (_all, index) => (index * number) % 251)
  return pngFile({ width, height, kind: 2, data })!
}

/** @returns a PDF of the text in this layout */
export async function pdfDocument(text: PdfText, layout: PdfLayout): Promise<Uint8Array> {
  const writer = new Writer({ margin: 0, size: [PAGE.width, PAGE.height], ...(layout.isTagged && { tagged: true }) })
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  writer.on('data', (chunk) => chunks.push(chunk)).on('end', resolve)
  new Typesetter(writer, layout).write(text)
  writer.end()
  await promise
  return new Uint8Array(Buffer.concat(chunks))
}

/** Breaks text into lines and pages. pdfkit's own layout would write all columns one after another. */
class Typesetter {
  readonly #writer: PdfWriter
  readonly #layout: PdfLayout
  readonly #width: number
  #page = 1
  readonly #root: PdfStructure | undefined

  constructor(writer: PdfWriter, layout: PdfLayout) {
    this.#writer = writer
    this.#layout = layout
    this.#root = layout.isTagged ? writer.struct('Document') : undefined
    if (this.#root) writer.addStructure(this.#root)
    this.#width = (PAGE.width - 2 * MARGIN - (layout.columns - 1) * GAP) / layout.columns
  }

  write({ title, parts }: PdfText): void {
    const { size, columns } = this.#layout
    this.#runningLines()
    this.#put({ text: title, size: 22, isLast: true, ...this.#element('H1') }, MARGIN, TOP - 30)
    const lines = parts.flatMap((part) => this.#linesOf(part))
    let start = TOP + 20
    while (lines.length > 0) {
      const perColumn = Math.floor((BOTTOM - start) / (size * 1.4))
      const stacks = Array.from({ length: columns }, () => takeColumn(lines, perColumn))
      this.#putColumns(stacks, start)
      if (lines.length > 0) this.#newPage()
      start = TOP
    }
  }

  #linesOf({ heading, text, picture }: PdfText['parts'][number]): Line[] {
    const { size, hasPictures } = this.#layout
    const place = heading === undefined ? [] : this.#break(heading, size + 4, this.#element('H2'))
    const lines = [...place, ...this.#break(text, size, this.#element('P'))]
    if (!hasPictures || picture === undefined) return lines
    const element = this.#element('Figure', { alt: `Picture ${picture}` })
    const blank = { text: '', size, isLast: true }
    return [...lines, { ...blank, picture, ...element }, ...Array.from({ length: PICTURE_ROWS - 1 }, () => blank)]
  }

  #element(role: string, options: object = {}): Pick<Line, 'element' | 'role'> {
    if (!this.#root) return {}
    const element = this.#writer.struct(role, options)
    this.#root.add(element)
    return { element, role }
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

  #put(line: Line, x: number, y: number): void {
    if (line.text === '' && line.picture === undefined) return
    if (!this.#layout.isTagged) this.#draw(line, x, y)
    else if (line.element) {
      line.element.add(this.#writer.markStructureContent(line.role!))
      this.#draw(line, x, y)
      this.#writer.endMarkedContent()
    } else {
      this.#writer.markContent('Artifact')
      this.#draw(line, x, y)
      this.#writer.endMarkedContent()
    }
  }

  #draw({ text, size, isLast, picture }: Line, x: number, y: number): void {
    if (picture !== undefined) {
      this.#writer.image(numberedPicture(picture), x, y + size, { width: this.#width / 2, height: size * 8 })
      return
    }
    this.#writer.fontSize(size)
    const gaps = text.split(' ').length - 1
    const free = this.#width - this.#writer.widthOfString(text)
    const wordSpacing = this.#layout.isJustified && !isLast && gaps > 0 ? Math.max(0, free / gaps) : 0
    this.#writer.text(text, x, y, { lineBreak: false, wordSpacing })
  }

  #break(text: string, size: number, element: Pick<Line, 'element' | 'role'>): Line[] {
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
    return [...lines, line].map((one, index, all) => ({
      text: one,
      size,
      isLast: index === all.length - 1,
      ...element,
    }))
  }

  /** @returns the line with as many letters of the word as fit, and the rest of the word */
  #hyphenate(line: string, word: string): readonly [string, string] {
    if (this.#layout.hasHyphens && /^\p{Ll}{6,}$/u.test(word))
      for (let letters = word.length - 3; letters >= 3; letters--) {
        const head = `${line} ${word.slice(0, letters)}-`
        if (this.#writer.widthOfString(head) <= this.#width) return [head, word.slice(letters)]
      }
    return [line, word]
  }
}

/**
 * Removes the lines that fill one column from `lines`. Stops before a picture that does not fit.
 * @param most maximum number of lines in the column
 * @returns the removed lines
 */
function takeColumn(lines: Line[], most: number): Line[] {
  const picture = lines.findIndex(
    (line, index) => line.picture !== undefined && index < most && index + PICTURE_ROWS > most,
  )
  return lines.splice(0, picture < 0 ? most : picture)
}
