import { escapeText } from '../dom/escape-text.ts'
import { BULLET_START, headingLevels, joinLines, bodyTextSize } from './lines-to-blocks.ts'
import type { PdfBlock } from './pdf-block.ts'
import { pictureBlock } from './pdf-figures.ts'
import type { PdfLine } from './pdf-line.ts'
import type { PdfPage } from './drop-running-lines.ts'
import type { PagePicture } from './picture-placement.ts'
import type { PdfTag } from './pdf-tags.ts'

/**
 * Minimum share of a page's letters that its tags must contain. If the tags of one page contain less, the blocks of the
 * whole file are derived from the positions of the lines instead.
 */
const MIN_TAGGED = 0.9
/** Matches the end of a text that is not the end of a sentence. Its paragraph may continue on the next page. */
const UNFINISHED_TEXT = /[\p{L},\-‐]$/u

/** @returns whether the tags contain nearly all text of the file */
export function areTagsComplete(pages: readonly PdfPage[]): boolean {
  const written = pages.filter(({ lines }) => letters(lines) > 0)
  return (
    written.length > 0 &&
    written.every(({ lines, tags }) => tags !== undefined && letters(linesOf(tags)) >= letters(lines) * MIN_TAGGED)
  )
}

function letters(lines: readonly PdfLine[]): number {
  return lines.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)
}

/**
 * Converts a tagged file to blocks: headings, paragraphs, lists, tables, quotations and figures as its author marked
 * them, in the order of the structure tree. If no heading is marked, headings are recognized by their font size.
 */
export function taggedBlocks(pages: readonly PdfPage[], pictures: readonly PagePicture[]): PdfBlock[] {
  const hasHeadings = pages.some(({ tags }) => tags !== undefined && hasHeading(tags))
  const levelOf = hasHeadings ? () => 0 : headingLevels(pages, bodyTextSize(pages))
  const blocks: PdfBlock[] = []
  for (const { number, tags } of pages) {
    if (tags === undefined) continue
    const shown = pictures.filter(({ page }) => page === number)
    const writer = new TagWriter(shown, levelOf)
    const found = [...writer.blocksOf(tags), ...writer.unplaced()]
    joinAcrossPages(blocks, found)
    blocks.push(...found)
  }
  return blocks
}

function hasHeading({ role, children = [] }: PdfTag): boolean {
  return /^(?:H\d?|Title)$/.test(role) || children.some(hasHeading)
}

/** Joins a paragraph, list or table with its continuation on the next page. */
function joinAcrossPages(before: PdfBlock[], after: PdfBlock[]): void {
  const [last, first] = [before.at(-1), after[0]]
  if (last === undefined || first === undefined) return
  const isText = last.html === undefined && first.html === undefined && last.level === 0 && first.level === 0
  const isParagraph = isText && UNFINISHED_TEXT.test(last.text) && /^\p{Ll}/u.test(first.text)
  const tag = ['ul', 'ol', 'table'].find((name) => last.html?.endsWith(`</${name}>`) && isWhole(first, name))
  if (isParagraph) before[before.length - 1] = { level: 0, text: joinTexts(last.text, first.text) }
  else if (tag !== undefined) {
    const html = last.html!.slice(0, -`</${tag}>`.length) + first.html!.slice(`<${tag}>`.length)
    before[before.length - 1] = { ...last, html }
  } else return
  after.shift()
}

function isWhole({ html }: PdfBlock, name: string): boolean {
  return html?.startsWith(`<${name}>`) === true && !html.startsWith('<table><caption>')
}

function joinTexts(one: string, other: string): string {
  return /\p{Ll}[-‐]$/u.test(one) ? one.slice(0, -1) + other : `${one} ${other}`
}

/** @returns the lines of an element and of its descendants */
function linesOf({ lines = [], children = [] }: PdfTag): readonly PdfLine[] {
  return [...lines, ...children.flatMap(linesOf)]
}

function textOf(tag: PdfTag): string {
  return joinLines(linesOf(tag))
}

function codeOf(tag: PdfTag): string {
  return linesOf(tag)
    .map(({ text }) => text)
    .join('\n')
}

/** Roles of elements that are not article text. A table of contents refers to pages, which an article does not have. */
const DROPPED_ROLES = new Set(['Artifact', 'TOC', 'TOCI'])

class TagWriter {
  readonly #pictures: readonly PagePicture[]
  readonly #placed = new Set<PagePicture>()
  readonly #levelOf: (line: PdfLine) => number

  constructor(pictures: readonly PagePicture[], levelOf: (line: PdfLine) => number) {
    this.#pictures = pictures
    this.#levelOf = levelOf
  }

  blocksOf(tag: PdfTag): PdfBlock[] {
    const { role, children = [] } = tag
    if (DROPPED_ROLES.has(role)) return []
    if (/^(?:H\d?|Title)$/.test(role)) return this.#heading(tag)
    if (role === 'L') return htmlBlock(this.#list(tag))
    if (role === 'Table') return htmlBlock(this.#table(tag))
    if (role === 'BlockQuote') return htmlBlock(`<blockquote>${this.#inner(tag)}</blockquote>`)
    if (role === 'Code') return htmlBlock(`<pre><code>${escapeText(codeOf(tag))}</code></pre>`)
    if (role === 'Figure') return this.#figure(tag)
    if (tag.lines !== undefined) return this.#paragraph(tag.lines)
    return children.flatMap((child) => this.blocksOf(child))
  }

  /** @returns the pictures that are in no element */
  unplaced(): PdfBlock[] {
    return this.#pictures.filter((picture) => !this.#placed.has(picture)).map(({ address }) => pictureBlock(address))
  }

  #heading(tag: PdfTag): PdfBlock[] {
    const text = textOf(tag)
    const level = tag.role === 'Title' ? 1 : Math.min(4, Number(tag.role.slice(1)) || 2)
    return text === '' ? [] : [{ level, text }]
  }

  #paragraph(lines: readonly PdfLine[]): PdfBlock[] {
    const text = joinLines(lines)
    return text === '' ? [] : [{ level: text.length > 200 ? 0 : this.#levelOf(lines[0]!), text }]
  }

  /**
   * Returns the blocks of a figure: its pictures, and the figures inside of it. Text directly in a figure belongs to a
   * drawing and is left out; text in its child elements is kept.
   */
  #figure(tag: PdfTag): PdfBlock[] {
    const parts = (tag.children ?? []).filter(({ role }) => role !== 'Caption' && role !== '')
    const caption = (tag.children ?? []).filter(({ role }) => role === 'Caption').map(textOf)
    const inner = parts.flatMap((part) => this.blocksOf(part))
    const blocks = [...inner, ...this.#picturesOf(tag)]
    const last = blocks.findLastIndex(({ picture }) => picture !== undefined)
    const { picture } = blocks[last] ?? {}
    if (picture === undefined) return tag.alt === undefined ? [...blocks, ...caption.flatMap(paragraph)] : []
    return blocks.with(last, pictureBlock(picture.address, picture.alt, caption.join(' ')))
  }

  #picturesOf({ marks, alt }: PdfTag): PdfBlock[] {
    const inside = this.#pictures.filter((one) => !this.#placed.has(one) && one.mark && marks?.includes(one.mark))
    for (const picture of inside) this.#placed.add(picture)
    return inside.map(({ address }) => pictureBlock(address, alt))
  }

  #list(tag: PdfTag): string {
    const items = (tag.children ?? []).filter(({ role }) => role === 'LI')
    const labels = items.map(({ children = [] }) => children.find(({ role }) => role === 'Lbl'))
    const isOrdered =
      labels.length > 0 && labels.every((label) => label && /^\(?[\da-z]{1,3}[.)]?$/i.test(textOf(label)))
    const name = isOrdered ? 'ol' : 'ul'
    return `<${name}>${items.map((item) => `<li>${this.#inner(item)}</li>`).join('')}</${name}>`
  }

  #table(tag: PdfTag): string {
    const caption = (tag.children ?? []).filter(({ role }) => role === 'Caption').map(textOf)
    const rows = rowsOf(tag).map(({ children = [] }) => {
      const cells = children.filter(({ role }) => role === 'TH' || role === 'TD')
      return `<tr>${cells.map((cell) => `<${cell.role.toLowerCase()}>${this.#inner(cell)}</${cell.role.toLowerCase()}>`).join('')}</tr>`
    })
    const title = caption.length === 0 ? '' : `<caption>${escapeText(caption.join(' '))}</caption>`
    return `<table>${title}${rows.join('')}</table>`
  }

  /** @returns the HTML inside of an element. A single paragraph is returned without its `p`. */
  #inner(tag: PdfTag): string {
    const parts = (tag.children ?? []).filter(({ role }) => role !== 'Lbl')
    const blocks = parts.flatMap((part) => this.blocksOf(part))
    const isLone = tag.role !== 'BlockQuote' && blocks.filter(({ html }) => html === undefined).length === 1
    const texts = blocks.map(({ text, html }, index) => {
      const bare = escapeText(index === 0 && tag.role === 'LI' ? text.replace(BULLET_START, '') : text)
      return html ?? (isLone ? bare : `<p>${bare}</p>`)
    })
    return texts.join('')
  }
}

function paragraph(text: string): PdfBlock[] {
  return text === '' ? [] : [{ level: 0, text }]
}

function htmlBlock(html: string): PdfBlock[] {
  return [{ level: 0, text: '', html }]
}

function rowsOf({ children = [] }: PdfTag): readonly PdfTag[] {
  return children.flatMap((child) => (child.role === 'TR' ? [child] : child.role === 'Table' ? [] : rowsOf(child)))
}
