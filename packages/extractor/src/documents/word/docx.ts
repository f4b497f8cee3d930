import mammoth from 'mammoth'
import { createElement, findElement, textOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import type { EmbeddedPictures } from '../../pictures/embedded-pictures.ts'
import type { ReadDocument } from '../document-article.ts'
import { parseXml } from '../xml-tree.ts'
import { WordMarkup } from './word-markup.ts'
import { TooLargeError } from '../../too-large.ts'
import { ArchiveError, openZipMembers, type ZipMembers } from '../zip-members.ts'

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * Maximum number of elements. A document with more is rejected, because mammoth and the later steps need about a
 * kilobyte of memory for each element.
 */
const MAX_ELEMENTS = 120_000

/**
 * Elements for the styles of Word, of LibreOffice and of pandoc, in mammoth's notation. The default ones of mammoth have
 * headings, lists and notes.
 */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  ...['Quote', 'Intense Quote', 'Quotations', 'Block Text'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  ...['HTML Preformatted', 'Preformatted Text', 'Source Code'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  ...['HTML Code', 'Source Text', 'Verbatim Char'].map((name) => `r[style-name='${name}'] => code`),
  "p[style-name='Definition Term'] => dl > dt:fresh",
  "p[style-name='Definition'] => dl > dd:fresh",
]

/**
 * Reads a Word document. First unpacks all members of the archive, to check them against the limits: mammoth, which
 * converts the document, has none.
 *
 * @throws ArchiveError if the file is damaged or too large
 * @throws TooLargeError above 120,000 elements
 */
export async function readDocx(
  file: Uint8Array,
  archive: ZipMembers,
  pictures: EmbeddedPictures,
): Promise<ReadDocument> {
  checkSize(archive)
  const markup = new WordMarkup()
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: pictures.add(await image.readAsBuffer()) ?? '',
  }))
  const options = { convertImage, styleMap: STYLES, includeEmbeddedStyleMap: false, externalFileAccess: false }
  const { value } = await mammoth.convertToHtml(openedFile(file, markup), options).catch((cause: unknown) => {
    throw new ArchiveError('broken_file', cause instanceof Error ? cause.message.slice(0, 200) : 'not readable')
  })
  const properties = parseXml(archive.read('docProps/core.xml')?.toString('utf8') ?? '')
  const first = (tagName: string): string | undefined => {
    const element = findElement(properties, (one) => one.tagName === tagName)
    return element && textOf(element, 1000)
  }
  const author = first('creator')
  return {
    root: createElement('div', {}, parseHtmlFragment(markup.restore(value)).childNodes),
    title: first('title'),
    authors: author === undefined ? [] : [author],
    date: first('created'),
    language: first('language'),
    note: 'Word document',
  }
}

/** Parts of a document with text: the text itself and its notes. */
const TEXT_PARTS = /^\/?word\/(?:document\d*|footnotes|endnotes)\.xml$/

/** An input of mammoth that is already open. Its types leave it out (mammoth 1.13, `lib/unzip.js`). */
interface OpenedFile {
  readonly file: {
    exists(name: string): boolean
    read(name: string, encoding?: string): Promise<string | Uint8Array>
  }
}

type Input = Parameters<typeof mammoth.convertToHtml>[0]

/** @returns the document with changed markup in its text, as an input of mammoth */
function openedFile(file: Uint8Array, markup: WordMarkup): Input {
  const members = openZipMembers(file)
  const names = new Set(members.names)
  const read = async (name: string, encoding?: string): Promise<string | Uint8Array> => {
    const bytes = members.read(name) ?? Buffer.alloc(0)
    if (encoding === undefined) return bytes
    if (encoding === 'base64') return bytes.toString('base64')
    const text = new TextDecoder(encoding).decode(bytes)
    return TEXT_PARTS.test(name) ? markup.rewrite(text) : text
  }
  const opened: OpenedFile = { file: { exists: (name) => names.has(name), read } }
  return opened as unknown as Input
}

function checkSize(archive: ZipMembers): void {
  let elements = 0
  for (const name of archive.names) {
    const content = archive.read(name)
    if (content !== undefined && /\.(?:xml|rels)$/i.test(name)) elements += countElements(content)
    if (elements > MAX_ELEMENTS) throw new TooLargeError(`the document has more than ${MAX_ELEMENTS} elements`)
  }
}

/** @returns the number of tags in XML that open an element */
function countElements(xml: Buffer): number {
  const [less, slash] = [0x3c, 0x2f]
  let count = 0
  for (let at = xml.indexOf(less); at !== -1; at = xml.indexOf(less, at + 1)) if (xml[at + 1] !== slash) count++
  return count
}
