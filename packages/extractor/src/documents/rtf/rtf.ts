import { createElement, createText, type PageNode } from '../../dom/page-tree.ts'
import { MAX_PICTURE_BYTES, type EmbeddedPictures } from '../../pictures/embedded-pictures.ts'
import type { ReadDocument } from '../document-article.ts'
import { RtfBlocks } from './rtf-blocks.ts'

export const RTF_TYPE = 'application/rtf'

/** Maximum number of open groups. Groups nested more deeply are treated as part of the innermost open one. */
const MAX_DEPTH = 500
const MAX_CHARACTERS = 4 * 1024 * 1024
/** Groups whose text is not part of the document (Rich Text Format 1.9.1, destinations). */
const SKIPPED_GROUPS = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator object header headerl headerr headerf ' +
    'footer footerl footerr footerf themedata colorschememapping datastore latentstyles xmlnstbl mmathPr operator ' +
    'revtbl filetbl template nonshppict company category keywords comment doccomm hlinkbase'
  ).split(' '),
)
/** Maximum length in characters of what is collected for each destination. */
const MAX_FIELDS: Readonly<Record<Destination, number>> = {
  title: 1000,
  author: 1000,
  instruction: 10_000,
  bookmark: 200,
  picture: MAX_PICTURE_BYTES * 2,
}
const RTF_TOKEN = /\\(?:'([\da-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi

/** Where the text of a group goes, if it is no text of the document. */
type Destination = 'title' | 'author' | 'instruction' | 'bookmark' | 'picture'

interface Group {
  isBold: boolean
  isItalic: boolean
  isStruck: boolean
  position: 'sup' | 'sub' | undefined
  isHidden: boolean
  isSkipped: boolean
  /** Level of the heading that the paragraph is, from 0; undefined for other paragraphs */
  outline: number | undefined
  isInTable: boolean
  destination: Destination | undefined
  /** What starts with this group and ends with it: a note, or a link to this address. */
  part: { readonly link: string } | 'note' | undefined
  /** number of substitute characters to skip after a Unicode character. Programs without Unicode show the substitutes. */
  fallback: number
}

const OUTERMOST: Group = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  position: undefined,
  isHidden: false,
  isSkipped: false,
  outline: undefined,
  isInTable: false,
  destination: undefined,
  part: undefined,
  fallback: 1,
}

/** Reads a Rich Text Format file: headings, paragraphs, tables, notes, links, pictures, styles of text, title and author. */
export function readRtf(bytes: Uint8Array, pictures: EmbeddedPictures): ReadDocument {
  const reader = new RtfReader(Buffer.from(bytes).toString('latin1'), pictures)
  const { blocks, fields } = reader.read()
  return {
    root: createElement('div', {}, blocks),
    title: fields.title.trim() || undefined,
    authors: fields.author.trim() === '' ? [] : [fields.author],
    note: `Rich Text Format, ${blocks.length} paragraphs and tables`,
  }
}

type Control = (number: number | undefined) => void

class RtfReader {
  readonly #source: string
  readonly #pictures: EmbeddedPictures
  readonly #groups: Group[] = [{ ...OUTERMOST }]
  readonly #blocks = new RtfBlocks()
  readonly #fields: Record<Destination, string> = { title: '', author: '', instruction: '', bookmark: '', picture: '' }
  #text = ''
  #bytes: number[] = []
  #decoder = new TextDecoder('windows-1252')
  #skip = 0
  #characters = 0
  #isHeadRow = false

  constructor(source: string, pictures: EmbeddedPictures) {
    this.#source = source
    this.#pictures = pictures
  }

  read() {
    for (const [, hex, word, number, symbol, brace, text] of this.#source.matchAll(RTF_TOKEN)) {
      if (this.#characters > MAX_CHARACTERS) break
      if (hex === undefined) this.#flushBytes()
      if (brace === '{') this.#open()
      else if (brace === '}') this.#close()
      else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
      else if (word !== undefined) this.#control(word, number === undefined ? undefined : Number(number))
      else if (symbol !== undefined) this.#symbol(symbol)
      else if (text !== undefined) this.#write(this.#unskipped(text))
    }
    this.#flushBytes()
    this.#endRun()
    return { blocks: this.#blocks.finish(), fields: this.#fields }
  }

  get #group(): Group {
    return this.#groups.at(-1)!
  }

  #open(): void {
    this.#endRun()
    if (this.#groups.length < MAX_DEPTH) this.#groups.push({ ...this.#group, part: undefined })
  }

  #close(): void {
    this.#endRun()
    const { part, destination } = this.#group
    if (this.#groups.length > 1) this.#groups.pop()
    if (part === 'note') this.#blocks.endNote()
    else if (part !== undefined) this.#blocks.endLink(part.link)
    if (destination !== this.#group.destination) this.#endDestination(destination)
  }

  #endDestination(destination: Destination | undefined): void {
    const text = destination === undefined ? '' : this.#fields[destination]
    if (destination === 'bookmark' && text.trim() !== '') this.#blocks.add(createElement('a', { id: text.trim() }, []))
    if (destination === 'picture') {
      const address = this.#pictures.add(Buffer.from(text.replaceAll(/[^\da-f]+/gi, ''), 'hex'))
      if (address !== undefined) this.#blocks.add(createElement('img', { src: address }, []))
    }
    if (destination === 'bookmark' || destination === 'picture') this.#fields[destination] = ''
  }

  #control(word: string, number: number | undefined): void {
    const control = this.#controls.get(word)
    if (SKIPPED_GROUPS.has(word)) this.#group.isSkipped = true
    else if (control !== undefined) control(number)
    else this.#write(SYMBOLS.get(word) ?? '')
  }

  /** Functions for control words, by word. They receive the number after the word; undefined if there is none. */
  readonly #controls: ReadonlyMap<string, Control> = new Map<string, Control>([
    ...['par', 'sect', 'page'].map((word) => [word, () => this.#endParagraph()] as const),
    ...['tab', 'nestcell'].map((word) => [word, () => this.#write(' ')] as const),
    ['line', () => this.#break()],
    ['cell', () => this.#endCell()],
    ['row', () => this.#blocks.endRow()],
    ['trowd', () => (this.#isHeadRow = false)],
    ['trhdr', () => (this.#isHeadRow = true)],
    ['intbl', () => (this.#group.isInTable = true)],
    ['pard', () => this.#resetParagraph()],
    ['outlinelevel', (number) => (this.#group.outline = number)],
    ['title', () => (this.#group.destination = 'title')],
    ['author', () => (this.#group.destination = 'author')],
    ['footnote', () => this.#startPart('note')],
    ['fldrslt', () => this.#startLink()],
    ['fldinst', () => this.#startDestination('instruction')],
    ['bkmkstart', () => this.#startDestination('bookmark')],
    ['shppict', () => this.#unskip()],
    ['pict', () => (this.#group.destination = 'picture')],
    ['uc', (number = 1) => (this.#group.fallback = Math.min(10, Math.max(0, number)))],
    ['u', (number) => this.#unicode(number)],
    ['ansicpg', (number) => this.#setCodePage(number)],
    ['b', (number) => this.#setStyle({ isBold: number !== 0 })],
    ['i', (number) => this.#setStyle({ isItalic: number !== 0 })],
    ['strike', (number) => this.#setStyle({ isStruck: number !== 0 })],
    ['super', (number) => this.#setStyle({ position: number === 0 ? undefined : 'sup' })],
    ['sub', (number) => this.#setStyle({ position: number === 0 ? undefined : 'sub' })],
    ['nosupersub', () => this.#setStyle({ position: undefined })],
    ...['v', 'deleted'].map((word) => [word, (number?: number) => this.#setStyle({ isHidden: number !== 0 })] as const),
    ['plain', () => this.#setStyle({ isBold: false, isItalic: false, isStruck: false, position: undefined })],
  ])

  #resetParagraph(): void {
    this.#group.outline = undefined
    this.#group.isInTable = false
  }

  /** Collects the text of the group apart from that of the document. */
  #startDestination(destination: Destination): void {
    this.#unskip()
    this.#group.destination = destination
    this.#fields[destination] = ''
  }

  /** Reads a group although it is marked as one to skip for programs that do not know it. */
  #unskip(): void {
    this.#group.isSkipped = this.#groups.at(-2)?.isSkipped ?? false
  }

  /** Starts the link of a field. The result of another field, such as a table of contents with links, is text. */
  #startLink(): void {
    const link = linkAddress(this.#fields.instruction)
    if (link !== undefined) this.#startPart({ link })
  }

  #startPart(part: NonNullable<Group['part']>): void {
    this.#unskip()
    if (this.#group.isSkipped || this.#group.part !== undefined) return
    this.#endRun()
    this.#group.part = part
    this.#blocks.startPart()
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#group.isSkipped = true
    else if (symbol === '~') this.#write('\u00a0')
    else if (symbol === '_') this.#write('\u2011')
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph()
    else if ('\\{}'.includes(symbol)) this.#write(symbol)
  }

  #setStyle(style: Partial<Group>): void {
    this.#endRun()
    Object.assign(this.#group, style)
  }

  #setCodePage(number: number | undefined): void {
    try {
      this.#decoder = new TextDecoder(number === 65001 ? 'utf-8' : `windows-${number}`)
    } catch {
      this.#decoder = new TextDecoder('windows-1252')
    }
  }

  #unicode(number: number | undefined): void {
    if (number === undefined) return
    this.#write(String.fromCharCode(number < 0 ? number + 0x1_0000 : number & 0xffff))
    this.#skip = this.#group.fallback
  }

  #byte(value: number): void {
    if (this.#skip > 0) this.#skip -= 1
    else this.#bytes.push(value)
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return
    const text = this.#decoder.decode(Uint8Array.from(this.#bytes))
    this.#bytes = []
    this.#write(text)
  }

  #unskipped(text: string): string {
    const rest = text.slice(this.#skip)
    this.#skip = Math.max(0, this.#skip - text.length)
    return rest
  }

  #write(text: string): void {
    const { isSkipped, isHidden, destination } = this.#group
    if (isSkipped || text === '') return
    if (destination === undefined) {
      this.#characters += text.length
      if (!isHidden) this.#text += text
    } else if (this.#fields[destination].length < MAX_FIELDS[destination]) this.#fields[destination] += text
  }

  #break(): void {
    this.#endRun()
    if (!this.#group.isSkipped) this.#blocks.add(createElement('br', {}, []))
  }

  #endRun(): void {
    if (this.#text === '') return
    const { isBold, isItalic, isStruck, position } = this.#group
    const names = [isBold && 'strong', isItalic && 'em', isStruck && 's', position].filter(
      (name) => typeof name === 'string',
    )
    const text: PageNode = createText(this.#text)
    this.#blocks.add(names.reduceRight((inner, name) => createElement(name, {}, [inner]), text))
    this.#text = ''
  }

  #endParagraph(): void {
    const { isSkipped, outline, isInTable } = this.#group
    if (isSkipped) return
    this.#endRun()
    this.#blocks.endParagraph(outline === undefined ? 'p' : `h${Math.min(6, outline + 1)}`, isInTable)
  }

  #endCell(): void {
    if (this.#group.isSkipped) return
    this.#endRun()
    this.#blocks.endCell(this.#isHeadRow)
  }
}

/** @returns the address in the instruction of a field, such as `HYPERLINK "https://a.example/"`; undefined for other fields */
function linkAddress(instruction: string): string | undefined {
  const [, local, address] = /^\s*HYPERLINK\s+(\\l\s+)?"([^"]*)"/.exec(instruction) ?? []
  return address === undefined ? undefined : `${local === undefined ? '' : '#'}${address}`
}

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
])
