import { createElement, createText, type PageElement, type PageNode } from '../dom/page-tree.ts'
import type { ReadDocument } from './document-article.ts'

export const RTF_TYPE = 'application/rtf'

/** Maximum number of open groups. Groups nested more deeply are treated as part of the innermost open one. */
const MAX_DEPTH = 500
const MAX_CHARACTERS = 4 * 1024 * 1024
/** Groups whose text is not part of the document (Rich Text Format 1.9.1, destinations). */
const SKIPPED_GROUPS = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator pict object header headerl headerr headerf ' +
    'footer footerl footerr footerf themedata colorschememapping datastore latentstyles xmlnstbl mmathPr fldinst operator ' +
    'revtbl filetbl template nonshppict company category keywords comment doccomm hlinkbase'
  ).split(' '),
)
const RTF_TOKEN = /\\(?:'([\da-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi

interface Group {
  isBold: boolean
  isItalic: boolean
  isSkipped: boolean
  /** metadata field that the group contains; undefined for ordinary text */
  field: 'title' | 'author' | undefined
  /**
   * number of substitute characters to skip after a Unicode character. Programs without Unicode show the substitutes.
   */
  fallback: number
}

/** Reads a Rich Text Format file: paragraphs, bold and italic text, title and author. */
export function readRtf(bytes: Uint8Array): ReadDocument {
  const reader = new RtfReader(Buffer.from(bytes).toString('latin1'))
  const { paragraphs, fields } = reader.read()
  return {
    root: createElement('div', {}, paragraphs),
    title: fields.title.trim() || undefined,
    authors: fields.author.trim() === '' ? [] : [fields.author],
    note: `Rich Text Format, ${paragraphs.length} paragraphs`,
  }
}

type Control = (number: number | undefined) => void

class RtfReader {
  readonly #source: string
  readonly #groups: Group[] = [{ isBold: false, isItalic: false, isSkipped: false, field: undefined, fallback: 1 }]
  readonly #paragraphs: PageElement[] = []
  readonly #fields = { title: '', author: '' }
  #line: PageNode[] = []
  #text = ''
  #bytes: number[] = []
  #decoder = new TextDecoder('windows-1252')
  #skip = 0
  #characters = 0

  constructor(source: string) {
    this.#source = source
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
    this.#endParagraph()
    return { paragraphs: this.#paragraphs, fields: this.#fields }
  }

  get #group(): Group {
    return this.#groups.at(-1)!
  }

  #open(): void {
    if (this.#groups.length < MAX_DEPTH) this.#groups.push({ ...this.#group })
  }

  #close(): void {
    this.#endRun()
    if (this.#groups.length > 1) this.#groups.pop()
  }

  #control(word: string, number: number | undefined): void {
    const control = this.#controls.get(word)
    if (SKIPPED_GROUPS.has(word)) this.#group.isSkipped = true
    else if (control !== undefined) control(number)
    else this.#write(SYMBOLS.get(word) ?? '')
  }

  /** Functions for control words, by word. They receive the number after the word; undefined if there is none. */
  readonly #controls: ReadonlyMap<string, Control> = new Map<string, Control>([
    ...['par', 'row', 'sect', 'page'].map((word) => [word, () => this.#endParagraph()] as const),
    ...['tab', 'cell'].map((word) => [word, () => this.#write(' ')] as const),
    ['line', () => this.#break()],
    ['title', () => (this.#group.field = 'title')],
    ['author', () => (this.#group.field = 'author')],
    ['uc', (number = 1) => (this.#group.fallback = Math.min(10, Math.max(0, number)))],
    ['u', (number) => this.#unicode(number)],
    ['ansicpg', (number) => this.#setCodePage(number)],
    ['b', (number) => this.#setStyle('b', number !== 0)],
    ['i', (number) => this.#setStyle('i', number !== 0)],
    ['plain', () => this.#setStyle('plain', false)],
  ])

  #symbol(symbol: string): void {
    if (symbol === '*') this.#group.isSkipped = true
    else if (symbol === '~') this.#write('\u00a0')
    else if (symbol === '_') this.#write('\u2011')
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph()
    else if ('\\{}'.includes(symbol)) this.#write(symbol)
  }

  #setStyle(word: 'b' | 'i' | 'plain', isOn: boolean): void {
    this.#endRun()
    const group = this.#group
    if (word !== 'i') group.isBold = word === 'b' && isOn
    if (word !== 'b') group.isItalic = word === 'i' && isOn
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
    const { isSkipped, field } = this.#group
    if (isSkipped || text === '') return
    this.#characters += text.length
    if (field === undefined) this.#text += text
    else this.#fields[field] = (this.#fields[field] + text).slice(0, 1000)
  }

  #break(): void {
    this.#endRun()
    if (!this.#group.isSkipped) this.#line.push(createElement('br', {}, []))
  }

  #endRun(): void {
    if (this.#text === '') return
    const { isBold, isItalic } = this.#group
    const text = createText(this.#text)
    const slanted = isItalic ? createElement('em', {}, [text]) : text
    this.#line.push(isBold ? createElement('strong', {}, [slanted]) : slanted)
    this.#text = ''
  }

  #endParagraph(): void {
    if (this.#group.isSkipped) return
    this.#endRun()
    if (this.#line.length > 0) this.#paragraphs.push(createElement('p', {}, this.#line))
    this.#line = []
  }
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
