import type PdfKit from 'pdfkit'
import type { TextRun } from '@dogear/extractor/content'
import type { PdfFonts } from './pdf-fonts.ts'
import { breakLines, type Fragment, type Line, type Measure } from './break-lines.ts'
import type { Direction } from './bidirectional-text.ts'

type Document = InstanceType<typeof PdfKit>

/** A4 in points (ISO 216, 1/72 inch). */
const PAGE_SIZE = { width: 595.28, height: 841.89 }
const PAGE_MARGIN = 62
const LINK_COLOUR = '#1a4f9c'
const TEXT_COLOUR = '#111111'
const FAINT_COLOUR = '#666666'
const LINE_HEIGHT = 1.4
/** Maximum number of words whose width and layout are cached. When it is reached, the caches are cleared. */
const MAX_MEASURED = 20_000
/**
 * Distance from the top of a line to its baseline, as a fraction of the font size. The value of Helvetica is used for
 * all fonts.
 */
const BASELINE_SHARE = 0.718

interface TextFormat {
  /** font size in points */
  readonly size: number
  /** indentation in points */
  readonly indent?: number
  readonly isFaint?: boolean
}

interface ParagraphFormat extends TextFormat {
  /** direction of this paragraph, if it differs from that of the article */
  readonly direction?: Direction
}

/** Draws content on the pages of a document, from top to bottom. A page is complete once the next one starts. */
export class PdfCanvas {
  readonly #document: Document
  readonly #fonts: PdfFonts
  readonly #widths = new Map<string, number>()
  /** number of words measured since the caches were last cleared */
  #measured = 0
  readonly #pageWord: string
  #page = 0
  /** fill colour of the last text on this page; empty before the first text */
  #colour = ''
  /** number of the current article, which makes the names of its places unique */
  #article = 0
  /** ids of the places of the current article, without those that are already marked */
  #unmarkedPlaces = new Set<string>()
  #places: ReadonlySet<string> = new Set()
  /** drawing position, in points from the top of the page */
  y = PAGE_MARGIN
  /** direction of the article. It also determines the side on which paragraphs are indented. */
  direction: Direction = 'ltr'

  constructor(document: Document, fonts: PdfFonts, pageWord: string) {
    this.#document = document
    this.#fonts = fonts
    this.#pageWord = pageWord
  }

  /** distance between the left and right margin, in points */
  get width(): number {
    return PAGE_SIZE.width - 2 * PAGE_MARGIN
  }

  /** remaining height of the page, in points */
  get room(): number {
    return PAGE_SIZE.height - PAGE_MARGIN - this.y
  }

  newPage(): void {
    const written = this.#page === 0 ? undefined : this.#document.page
    this.#document.addPage({ size: [PAGE_SIZE.width, PAGE_SIZE.height], margin: 0 })
    // pdfkit keeps every page object until the end of the document, but needs only the number of a completed page.
    // Releasing the content saves memory.
    if (written) Object.assign(written.dictionary, { data: {} })
    this.#page += 1
    this.#colour = ''
    this.y = PAGE_SIZE.height - PAGE_MARGIN + 18
    const runs = [{ text: `${this.#pageWord} ${this.#page}` }]
    const [line = []] = this.lines(runs, 9, this.width, 'ltr')
    this.drawLine(line, { size: 9, indent: (this.width - lineWidth(line)) / 2, isFaint: true })
    this.y = PAGE_MARGIN
  }

  /**
   * Starts a new page if less than this height remains.
   * @param height in points
   */
  need(height: number): void {
    if (this.room < height) this.newPage()
  }

  gap(height: number): void {
    this.y += height
  }

  /**
   * Starts a new article.
   * @param places ids of the places of its text. Links to other places are drawn as plain text
   */
  startArticle(places: ReadonlySet<string>): void {
    this.#article += 1
    this.#places = places
    this.#unmarkedPlaces = new Set(places)
  }

  /** Adds an outline entry that points to the current position. */
  mark(title: string): void {
    this.#document.outline.addItem(outlineText(title))
  }

  /**
   * Breaks text into lines.
   * @param width maximum width in points
   * @param direction defaults to the direction of the article
   */
  lines(runs: readonly TextRun[], size: number, width: number, direction = this.direction): readonly Line[] {
    const fontRuns = this.#fonts.runs.bind(this.#fonts)
    return breakLines(runs, { width, direction, measure: this.#measure(size), fontRuns })
  }

  /**
   * Draws a paragraph.
   * @param look `indent` applies to the side on which lines of the article start, whatever the direction of the
   * paragraph
   */
  paragraph(runs: readonly TextRun[], { direction, indent = 0, ...look }: ParagraphFormat): void {
    const height = look.size * LINE_HEIGHT
    const left = this.direction === 'rtl' ? 0 : indent
    const lines = this.lines(runs, look.size, this.width - indent, direction)
    for (const [index, line] of lines.entries()) {
      this.need(height * linesTogether(index, lines.length))
      this.drawLine(line, { ...look, indent: left })
      this.y += height
    }
  }

  /**
   * Draws the marker of a list item and leaves the drawing position unchanged.
   * @param indent indentation of the item's text, in points
   */
  listMark(text: string, size: number, indent: number): void {
    const [line = []] = this.lines([{ text }], size, this.width - indent)
    this.drawLine(line, { size, indent: this.direction === 'rtl' ? 0 : indent })
  }

  /** Draws one line and leaves the drawing position unchanged. */
  drawLine(line: Line, { size, indent = 0, isFaint = false }: TextFormat): void {
    for (const fragment of line) this.#drawFragment(fragment, { size, indent, isFaint })
  }

  rule(indent = 0): void {
    this.need(1)
    const document = this.#document
    const left = PAGE_MARGIN + (this.direction === 'rtl' ? 0 : indent)
    const right = left + this.width - indent
    document.moveTo(left, this.y).lineTo(right, this.y).lineWidth(0.5).strokeColor(FAINT_COLOUR).stroke()
  }

  /**
   * Draws an image, centred between the margins.
   * @param bytes a valid image file
   * @param width in points
   * @param height in points
   */
  picture(bytes: Uint8Array, width: number, height: number): void {
    this.#document.image(Buffer.from(bytes), PAGE_MARGIN + (this.width - width) / 2, this.y, { width, height })
    this.y += height
  }

  #drawFragment(fragment: Fragment, { size, indent, isFaint }: Required<TextFormat>): void {
    const { text, font, width } = fragment
    const link = this.#linkOf(fragment)
    const document = this.#document
    const [x, y] = [PAGE_MARGIN + indent + fragment.x, this.y - fragment.rise]
    const small = fragment.rise === 0 ? size : size * 0.75
    const colour = link === undefined ? (isFaint ? FAINT_COLOUR : TEXT_COLOUR) : LINK_COLOUR
    document.font(font).fontSize(small)
    if (colour !== this.#colour) document.fillColor(colour)
    this.#colour = colour
    document.text(text, x, y + small * BASELINE_SHARE, { lineBreak: false, baseline: 'alphabetic' })
    if (link !== undefined) document.annotate(x, y, width, size * 1.2, link)
    if (fragment.places !== undefined) this.#markPlaces(fragment.places.split(' '), x, y)
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

  #linkOf({ href, linkedPlace }: Fragment) {
    if (linkedPlace === undefined) return href === undefined ? undefined : linkTo({ S: 'URI', URI: new String(href) })
    return this.#places.has(linkedPlace) ? linkTo({ S: 'GoTo', D: new String(this.#nameOf(linkedPlace)) }) : undefined
  }

  /** Adds a destination for each place that starts at this position. */
  #markPlaces(places: readonly string[], x: number, y: number): void {
    for (const place of places)
      if (this.#unmarkedPlaces.delete(place)) this.#document.addNamedDestination(this.#nameOf(place), 'XYZ', x, y, null)
  }

  #nameOf(place: string): string {
    return `${this.#article}-${place}`
  }

  #clearCaches(): void {
    this.#measured = 0
    this.#widths.clear()
    clearLayoutCaches(this.#document)
  }

  /** @returns a function that measures text at a font size. It caches widths, because the same words recur. */
  #measure(size: number): Measure {
    return (text, font) => {
      const key = `${font} ${text}`
      let width = this.#widths.get(key)
      if (width === undefined) {
        width = this.#document.font(font).fontSize(1000).widthOfString(text)
        if (++this.#measured > MAX_MEASURED) this.#clearCaches()
        if (text.length < 40) this.#widths.set(key, width)
      }
      return (width * size) / 1000
    }
  }
}

/**
 * @returns a link annotation (ISO 32000-1, 12.5.6.5) that contains its action. `link` of pdfkit stores the action as an
 *   object of its own, which doubles the number of objects of a file with many links. pdfkit keeps the position of each
 *   object in memory until the end of the file.
 * @param action its strings are `String` objects, because pdfkit writes primitive strings as names
 */
function linkTo(action: { readonly S: 'URI'; readonly URI: object } | { readonly S: 'GoTo'; readonly D: object }) {
  return { Subtype: 'Link', A: action }
}

/**
 * Prevents a page from starting or ending with a single line of a paragraph.
 * @returns the number of lines, starting with this one, that must be on the same page
 */
function linesTogether(index: number, count: number): number {
  const isAtEdge = index === 0 || index === count - 2
  return Math.min(isAtEdge ? (count === 3 ? 3 : 2) : 1, count - index)
}

/** @returns the width of a line in points */
function lineWidth(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0)
}

/**
 * @returns a title for the outline, cut to 120 characters. All characters are allowed, because PDF readers display the
 * outline in their own fonts.
 */
function outlineText(title: string): string {
  const letters = [...title]
  return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : title
}

/** The layout caches of pdfkit 0.20, which its types omit. */
interface FontKeeper {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object } | undefined>>
}

/** Clears pdfkit's caches, which retain the layout of every word drawn in an embedded font. */
function clearLayoutCaches(document: InstanceType<typeof PdfKit>): void {
  for (const font of Object.values((document as unknown as FontKeeper)._fontFamilies)) {
    if (font?.layoutCache) font.layoutCache = Object.create(null) as object
  }
}
