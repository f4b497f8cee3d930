import { escapeAttribute, escapeText } from '../dom/escape-text.ts'
import type { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { PdfBlock } from './pdf-block.ts'
import type { PdfLine } from './pdf-line.ts'
import type { PagePicture, PdfPlacement } from './picture-placement.ts'

/** A picture on at least this number of pages is decoration, such as a logo, and is left out. */
const DECORATION_PAGES = 3
/** Matches the start of a caption, such as "Figure 3:", in the five languages of the interface. */
const CAPTION_START =
  /^(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|figur[ae]|ilustración|illustrazione|photo|foto|image|bild)\s?\d{1,3}\b/iu
const MAX_CAPTION = 600

/**
 * @param pictures collects the files of the pictures
 * @returns the pictures on the pages with their addresses. Pictures that repeat on several pages are decoration, and
 * left out.
 */
export function shownPictures(
  placements: readonly PdfPlacement[],
  files: ReadonlyMap<number, Uint8Array>,
  pictures: EmbeddedPictures,
): readonly PagePicture[] {
  const pages = new Map<string, Set<number>>()
  const shown = placements.flatMap(({ file, ...placement }) => {
    const bytes = files.get(file)
    const address = bytes && pictures.add(bytes)
    if (address === undefined) return []
    pages.set(address, (pages.get(address) ?? new Set()).add(placement.page))
    return [{ ...placement, address }]
  })
  return shown.filter(({ address }) => pages.get(address)!.size < DECORATION_PAGES)
}

/** @returns whether a line below a picture starts its caption */
export function startsCaption(text: string): boolean {
  return CAPTION_START.test(text)
}

/** A line of text or a picture, in the reading order of a page. */
type PageItem = PdfLine | PagePicture

/**
 * Inserts the pictures of a page between its lines. Each picture follows the last line of its column that is above it.
 */
export function insertPictures(lines: readonly PdfLine[], pictures: readonly PagePicture[]): readonly PageItem[] {
  const ordered = pictures.toSorted((one, other) => one.y - other.y || other.x - one.x)
  const items: PageItem[] = [...lines]
  for (const picture of ordered) items.splice(indexInReadingOrder(picture, items), 0, picture)
  return items
}

function indexInReadingOrder(picture: PagePicture, items: readonly PageItem[]): number {
  const isBeside = (item: PageItem): boolean =>
    'text' in item && item.x < picture.x + picture.width && item.right > picture.x
  const above = items.findLastIndex((item) => isBeside(item) && item.y >= picture.y)
  if (above >= 0) return above + 1
  const below = items.findIndex(isBeside)
  if (below >= 0) return below
  return items.findLastIndex((item) => 'text' in item && item.y >= picture.y) + 1
}

/** @returns a block with a picture, and with its caption if it has one */
export function pictureBlock(address: string, alt = '', caption = ''): PdfBlock {
  const image = `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`
  const below = caption === '' ? '' : `<figcaption>${escapeText(caption)}</figcaption>`
  return { level: 0, text: caption, html: `<figure>${image}${below}</figure>`, picture: { address, alt } }
}

/** Joins each picture without a caption with the caption below it. */
export function joinCaptions(blocks: readonly PdfBlock[]): readonly PdfBlock[] {
  const joined: PdfBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const isCaption = block.html === undefined && block.text.length <= MAX_CAPTION && startsCaption(block.text)
    if (last?.picture && last.text === '' && isCaption) {
      joined[joined.length - 1] = pictureBlock(last.picture.address, last.picture.alt, block.text)
    } else joined.push(block)
  }
  return joined
}
