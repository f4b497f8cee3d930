import { xmlText } from '../formats/xml-text.ts'
import type { Book, BookItem } from './book-model.ts'

/** Names the path of the package document. Reading systems open this file first (EPUB 3.3, 4.2.6.3.1). */
export const CONTAINER_XML = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** @returns the package document: metadata, list of files and reading order (EPUB 3.3, 5) */
export function packageDocument(book: Book): string {
  const pages = book.items.filter(({ isPage }) => isPage)
  const direction = book.direction === 'rtl' ? ' page-progression-direction="rtl"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata(book).join('\n')}
</metadata>
<manifest>
${book.items.map(manifestItem).join('\n')}
</manifest>
<spine toc="ncx"${direction}>
${pages.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`
}

function metadata(book: Book): string[] {
  const optional = (name: string, text: string | undefined) => (text === undefined ? [] : [element(name, text)])
  const languages = book.languages.length > 0 ? book.languages : ['und']
  return [
    `<dc:identifier id="book">${book.identifier}</dc:identifier>`,
    element('title', book.title),
    ...languages.map((language) => element('language', language)),
    ...book.creators.map((name) => element('creator', name)),
    element('publisher', 'Dogear'),
    ...optional('source', book.source),
    ...optional('date', book.date),
    `<meta property="dcterms:modified">${wholeSeconds(book.modifiedAt)}</meta>`,
    ...(book.series === undefined ? [] : seriesElements(xmlText(book.series))),
    ...accessibility(book),
    // EPUB 2 reading systems use this element to find the cover.
    ...(book.items.some(({ properties }) => properties === 'cover-image')
      ? ['<meta name="cover" content="cover"/>']
      : []),
  ]
}

/** @returns a series as EPUB 3.3 states it (D.3, `belongs-to-collection`), and as calibre does, which KOReader and other readers of EPUB 2 know */
function seriesElements(name: string): string[] {
  return [
    `<meta property="belongs-to-collection" id="series">${name}</meta>`,
    '<meta refines="#series" property="collection-type">series</meta>',
    `<meta name="calibre:series" content="${name}"/>`,
  ]
}

/**
 * @returns what readers need in order to use the book (EPUB Accessibility 1.1, 2.2). Whether pictures have alternative texts and
 *   flash is not known, so books with pictures do not say that the text is enough or that there is no hazard.
 */
function accessibility({ items }: Book): string[] {
  const hasPictures = items.some(({ type }) => type.startsWith('image/'))
  const hasFormulas = items.some(({ properties }) => properties === 'mathml')
  const facts: [name: string, value: string][] = [
    ['accessMode', 'textual'],
    ...(hasPictures ? [['accessMode', 'visual'] as [string, string]] : []),
    ['accessModeSufficient', hasPictures ? 'textual,visual' : 'textual'],
    ['accessibilityFeature', 'displayTransformability'],
    ['accessibilityFeature', 'readingOrder'],
    ['accessibilityFeature', 'structuralNavigation'],
    ['accessibilityFeature', 'tableOfContents'],
    ...(hasFormulas ? [['accessibilityFeature', 'MathML'] as [string, string]] : []),
    ['accessibilityHazard', hasPictures ? 'unknown' : 'none'],
  ]
  return facts.map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`)
}

function element(name: string, text: string): string {
  return `<dc:${name}>${xmlText(text)}</dc:${name}>`
}

function manifestItem({ id, path, type, properties }: BookItem): string {
  const more = properties === undefined ? '' : ` properties="${properties}"`
  return `<item id="${id}" href="${xmlText(path)}" media-type="${type}"${more}/>`
}

/** @returns a time as `CCYY-MM-DDThh:mm:ssZ` (EPUB 3.3, 5.5.6.2) */
function wholeSeconds(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`
}
