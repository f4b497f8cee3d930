import { exportLabels } from '../export-labels.ts'
import type { AboutExport, ExportWriter, Chunks } from '../export-writer.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf, type ExportedEntry } from '../exported-entry.ts'
import { imageSource } from '../image-source.ts'
import { ZipWriter } from '../zip-writer.ts'
import type { Book, BookItem, Chapter } from './book-model.ts'
import { BookMetadata } from './book-metadata.ts'
import { BookImages } from './book-images.ts'
import { navigationDocument, ncx } from './navigation-document.ts'
import { CONTAINER_XML, packageDocument } from './package-document.ts'
import { titlePageFacts, type Fact } from '../title-page-facts.ts'
import { languageTag, textDirection } from '../language-tag.ts'
import { xmlText } from '../formats/xml-text.ts'
import { xhtmlContent, type AddImage } from './xhtml-content.ts'
import { blockPaths, withoutMarks, type BlockPaths } from './block-paths.ts'
import { encodeLayout } from './book-layout.ts'
import { koboPage } from './kobo-page.ts'
import { languageAttributes, xhtmlPage } from './xhtml-page.ts'

/** Contains only the styles that reading systems do not define by default. */
const STYLE_SHEET = `body { margin: 0 5%; line-height: 1.5; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; page-break-after: avoid; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font-size: 0.85em; }
blockquote { margin: 1em 1.5em; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.4em; vertical-align: top; }
.block { display: block; }
.b, .strong, .summary { font-weight: bold; }
.i, .em { font-style: italic; }
.caption { font-size: 0.85em; text-align: center; }
.cover { margin: 0; text-align: center; }
.facts dt { font-weight: bold; margin-top: 0.6em; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
`

const XHTML_TYPE = 'application/xhtml+xml'

const EPUB_TYPE = 'application/epub+zip'

/** @returns a writer of an EPUB 3 book; the same articles always give the same bytes, whatever their tags and states */
export function epubFile(about: AboutExport): ExportWriter {
  return new EpubFile(about)
}

/** @returns a writer of the same book for Kobo's reading system (`kobo-spans.ts`); it is a valid EPUB, too */
export function kepubFile(about: AboutExport): ExportWriter {
  return new EpubFile(about, koboPage)
}

/** Changes a page before it is written. @param language BCP 47 tag of its text */
type ChangePage = (page: string, language: string | undefined) => string

class EpubFile implements ExportWriter {
  readonly #about: AboutExport
  readonly #changePage: ChangePage
  readonly #zip = new ZipWriter()
  readonly #images = new BookImages()
  readonly #facts: BookMetadata
  readonly #pages: BookItem[] = []
  readonly #chapters: Chapter[] = []
  #cover: string | undefined
  /** places of the blocks of the only entry */
  #blocks: BlockPaths | undefined

  constructor(about: AboutExport, changePage: ChangePage = (page) => page) {
    this.#about = about
    this.#changePage = changePage
    this.#facts = new BookMetadata(about)
  }

  /** The media type must be the first member of the archive, uncompressed (EPUB 3.3, 4.2.4). */
  start(): Chunks {
    return [
      ...this.#zip.add('mimetype', EPUB_TYPE, true),
      ...this.#zip.add('META-INF/container.xml', CONTAINER_XML),
      ...this.#zip.add('EPUB/style.css', STYLE_SHEET),
    ]
  }

  add(one: ExportedEntry): Chunks {
    this.#facts.add(one)
    const images: Uint8Array[] = []
    const place = this.#images.placer(imageSource(one.images), (path, { bytes }) => {
      images.push(...this.#zip.add(`EPUB/${path}`, bytes, true))
    })
    const name = `entry-${this.#chapters.length + 1}`
    const cover = this.#about.isSingle ? place(one.entry.previewPicture ?? '') : undefined
    const text = this.#textPage(one, place)
    const coverPieces = cover === undefined ? [] : this.#addCover(cover, titleOf(one))
    const language = languageTag(one.entry.language)
    this.#chapters.push({ title: titleOf(one), path: `${name}-title.xhtml`, language })
    const title = this.#addPage(`${name}-title`, titlePage(one, this.#about))
    return [...images, ...coverPieces, ...title, ...this.#addPage(name, text, language)]
  }

  end(): Chunks {
    const words = exportLabels(this.#about.language)
    const notice = this.#addPage('notice', noticePage(this.#about))
    this.#chapters.push({ title: words.notice, path: 'notice.xhtml' })
    const book: Book = { ...this.#facts.facts(), items: this.#items(), chapters: this.#chapters }
    return [
      ...notice,
      ...this.#zip.add('EPUB/nav.xhtml', this.#changePage(navigationDocument(book, words), book.language)),
      ...this.#zip.add('EPUB/toc.ncx', ncx(book)),
      ...this.#zip.add('EPUB/package.opf', packageDocument(book)),
      ...this.#zip.end(),
    ]
  }

  layout(): Uint8Array | undefined {
    if (!this.#blocks) return undefined
    const page = this.#items().findIndex(({ id }) => id === 'entry-1') + 1
    return encodeLayout({ page, ...this.#blocks })
  }

  /** @returns the page with the text of an entry */
  #textPage(one: ExportedEntry, place: AddImage): string {
    const { isSingle, language: own } = this.#about
    const words = exportLabels(own)
    const title = titleOf(one)
    const language = languageTag(one.entry.language)
    const marked = xhtmlContent(contentOf(one), { addImage: place, imageWord: words.image, hasMarks: isSingle })
    if (isSingle) this.#blocks = blockPaths(marked, 1)
    const text = isSingle ? withoutMarks(marked) : marked
    const body = text.trim() === '' ? `<p>${xmlText(words.noContent)}</p>` : text
    const direction = textDirection(language)
    return xhtmlPage({ title, language, direction, body: `<h1>${xmlText(title)}</h1>\n${body}` })
  }

  #addCover(path: string, title: string): Chunks {
    this.#cover = path
    return this.#addPage('cover-page', coverPage(path, title, this.#about))
  }

  #addPage(id: string, page: string, language: string | undefined = this.#about.language): Chunks {
    const properties = page.includes('<math ') ? { properties: 'mathml' } : {}
    this.#pages.push({ id, path: `${id}.xhtml`, type: XHTML_TYPE, ...properties, isPage: true })
    return this.#zip.add(`EPUB/${id}.xhtml`, this.#changePage(page, language))
  }

  /** @returns all files of the book. Pages are in reading order: cover, contents, articles. */
  #items(): readonly BookItem[] {
    const nav: BookItem = { id: 'nav', path: 'nav.xhtml', type: XHTML_TYPE, properties: 'nav', isPage: true }
    const pages = this.#cover === undefined ? [nav, ...this.#pages] : this.#pages.toSpliced(1, 0, nav)
    return [
      ...pages,
      ...this.#images.items(this.#cover),
      { id: 'ncx', path: 'toc.ncx', type: 'application/x-dtbncx+xml', isPage: false },
      { id: 'style', path: 'style.css', type: 'text/css', isPage: false },
    ]
  }
}

/** Words a minute of the reading time in the database. */
const STORED_SPEED = 200

/** @returns the entry without what changes while it is read. The bytes of a book change only with its article. */
function lastingFacts(one: ExportedEntry): ExportedEntry {
  return { ...one, tags: [], entry: { ...one.entry, note: null } }
}

/** @returns the title page of an entry */
function titlePage(one: ExportedEntry, about: AboutExport): string {
  const title = titleOf(one)
  const language = languageTag(one.entry.language)
  const direction = textDirection(language)
  const facts = titlePageFacts(lastingFacts(one), { ...about, readingSpeed: STORED_SPEED })
    .map(factMarkup)
    .join('\n')
  const body = `<h1${languageAttributes(language)} dir="${direction}">${xmlText(title)}</h1>\n<dl class="facts">\n${facts}\n</dl>`
  return xhtmlPage({ title, language: about.language, direction: 'ltr', body })
}

function factMarkup({ label, value, href }: Fact): string {
  const text = xmlText(value).replaceAll('\n', '<br/>')
  const shown = href === undefined ? text : `<a href="${xmlText(href)}">${text}</a>`
  return `<dt>${xmlText(label)}</dt><dd>${shown}</dd>`
}

/** @returns the last page of a book. It says that Dogear made the book and that the texts belong to their authors. */
function noticePage(about: AboutExport): string {
  const words = exportLabels(about.language)
  const body = `<h1>${xmlText(words.notice)}</h1>\n<p>${xmlText(words.noticeText)}</p>`
  return xhtmlPage({ title: words.notice, language: about.language, direction: 'ltr', body })
}

/**
 * @param path path of the picture inside the book
 * @returns the cover page
 */
function coverPage(path: string, title: string, about: AboutExport): string {
  const body = `<div class="cover" epub:type="cover"><img src="${path}" alt="${xmlText(title)}"/></div>`
  return xhtmlPage({ title, language: about.language, direction: 'ltr', body })
}
