import type PdfKit from 'pdfkit'
import type { TextRun } from '../block.ts'
import { layLines, type Fragment, type Line, type Measure } from './pdf-lines.ts'

type Document = InstanceType<typeof PdfKit>

/** A4 in points (ISO 216, 1/72 inch). */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 62
const LINK_COLOUR = '#1a4f9c'
const TEXT_COLOUR = '#111111'
const FAINT_COLOUR = '#666666'
const LINE_HEIGHT = 1.4

interface TextLook {
  /** points */
  readonly size: number
  /** points from the left margin */
  readonly indent?: number
  readonly isFaint?: boolean
}

/** Where the pen is, page after page. Everything is drawn from the top down, and a page is done when it is left. */
export class PdfCanvas {
  readonly #document: Document
  readonly #widths = new Map<string, number>()
  readonly #pageWord: string
  #page = 0
  /** points from the top of the page */
  y = MARGIN

  constructor(document: Document, pageWord: string) {
    this.#document = document
    this.#pageWord = pageWord
  }

  /** points between the margins */
  get width(): number {
    return PAGE.width - 2 * MARGIN
  }

  /** points that are left on the page */
  get room(): number {
    return PAGE.height - MARGIN - this.y
  }

  newPage(): void {
    const written = this.#page === 0 ? undefined : this.#document.page
    this.#document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
    // The library keeps every page to the end for its number alone; what a written page held is let go.
    if (written) Object.assign(written.dictionary, { data: {} })
    this.#page += 1
    this.y = PAGE.height - MARGIN + 18
    const runs = [{ text: `${this.#pageWord} ${this.#page}` }]
    const [line = []] = this.lines(runs, 9, this.width)
    const width = line.reduce((sum, fragment) => sum + fragment.width, 0)
    this.drawLine(line, { size: 9, indent: (this.width - width) / 2, isFaint: true })
    this.y = MARGIN
  }

  /** Goes on to the next page unless so many points are left. */
  need(height: number): void {
    if (this.room < height) this.newPage()
  }

  gap(height: number): void {
    this.y += height
  }

  /** Adds a place to the outline of the document. */
  mark(title: string): void {
    this.#document.outline.addItem(outlineText(title))
  }

  lines(runs: readonly TextRun[], size: number, width: number): readonly Line[] {
    return layLines(runs, width, this.#measure(size))
  }

  paragraph(runs: readonly TextRun[], look: TextLook): void {
    const height = look.size * LINE_HEIGHT
    for (const line of this.lines(runs, look.size, this.width - (look.indent ?? 0))) {
      this.need(height)
      this.drawLine(line, look)
      this.y += height
    }
  }

  /** Draws one line where the pen is, and leaves the pen there. */
  drawLine(line: Line, { size, indent = 0, isFaint = false }: TextLook): void {
    for (const fragment of line) this.#drawFragment(fragment, { size, indent, isFaint })
  }

  rule(indent = 0): void {
    this.need(1)
    const document = this.#document
    const [left, right] = [MARGIN + indent, PAGE.width - MARGIN]
    document.moveTo(left, this.y).lineTo(right, this.y).lineWidth(0.5).strokeColor(FAINT_COLOUR).stroke()
  }

  /** @param bytes of a picture that is known to be whole @param width points @param height points */
  picture(bytes: Uint8Array, width: number, height: number): void {
    this.#document.image(Buffer.from(bytes), MARGIN + (this.width - width) / 2, this.y, { width, height })
    this.y += height
  }

  #drawFragment(fragment: Fragment, { size, indent, isFaint }: Required<TextLook>): void {
    const { text, font, href, width } = fragment
    const document = this.#document
    const [x, y] = [MARGIN + indent + fragment.x, this.y - fragment.rise]
    const small = fragment.rise === 0 ? size : size * 0.75
    const colour = href === undefined ? (isFaint ? FAINT_COLOUR : TEXT_COLOUR) : LINK_COLOUR
    document.font(font).fontSize(small).fillColor(colour).text(text, x, y, { lineBreak: false })
    if (href !== undefined) document.link(x, y, width, size * 1.2, href)
    if (fragment.isStruck) {
      const middle = y + size * 0.55
      document
        .moveTo(x, middle)
        .lineTo(x + width, middle)
        .lineWidth(0.6)
        .strokeColor(colour)
        .stroke()
    }
  }

  /** Words come again and again. */
  #measure(size: number): Measure {
    return (text, font) => {
      const key = `${font} ${text}`
      let width = this.#widths.get(key)
      if (width === undefined) {
        width = this.#document.font(font).fontSize(1000).widthOfString(text)
        if (this.#widths.size > 20_000) this.#widths.clear()
        if (text.length < 40) this.#widths.set(key, width)
      }
      return (width * size) / 1000
    }
  }
}

/** The outline is shown by the reader's own fonts, so any text will do; very long ones are cut. */
function outlineText(title: string): string {
  const letters = [...title]
  return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : title
}
