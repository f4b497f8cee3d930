import {
  attributeOf,
  createElement,
  elementsOf,
  findElement,
  setAttribute,
  textOf,
  type PageElement,
} from '../dom/page-tree.ts'
import { collectPictures } from '../pictures/collect-pictures.ts'
import type { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { ReadDocument } from './document-article.ts'
import { parseXml } from './xml-tree.ts'
import { ArchiveError, readPicture, type ZipMembers } from './zip-members.ts'

/**
 * Limits of a book: the number of chapters, and the total number of characters in them. Further chapters are left out.
 */
const MAX_CHAPTERS = 500
const MAX_CHARACTERS = 10 * 1024 * 1024

export const EPUB_TYPE = 'application/epub+zip'

/**
 * Reads an EPUB book: all chapters in reading order (EPUB 3.3, 5.7), with their pictures.
 *
 * @throws ArchiveError if the book is damaged or locked
 */
export function readEpub(archive: ZipMembers, pictures: EmbeddedPictures): ReadDocument {
  const path = attribute(elementIn(xmlOf(archive, 'META-INF/container.xml'), 'rootfile'), 'full-path') ?? ''
  const book = xmlOf(archive, path)
  const items = new Map(
    elementsOf(book)
      .filter(({ tagName }) => tagName === 'item')
      .map((item) => [attributeOf(item, 'id') ?? '', attributeOf(item, 'href') ?? '']),
  )
  const order = elementsOf(book).filter((one) => one.tagName === 'itemref' && attributeOf(one, 'linear') !== 'no')
  const hrefs = order.slice(0, MAX_CHAPTERS).flatMap((one) => items.get(attributeOf(one, 'idref') ?? '') ?? [])
  let characters = 0
  const chapters = hrefs.flatMap((href) => {
    const place = pathOf(path, href)
    const text = archive.read(place)?.toString('utf8') ?? ''
    characters += text.length
    const section = characters > MAX_CHARACTERS ? undefined : chapterOf(text)
    return section === undefined ? [] : [{ place, section }]
  })
  // Pictures are read after all chapters, so that oversized pictures cannot use up the limits of the archive before the
  // text is read.
  const find = pictureReader(archive)
  joinChapters(chapters)
  for (const { place, section } of chapters)
    collectPictures(section, pictures, (source) => (source === '' ? undefined : find(pathOf(place, source))))
  const sections = chapters.map(({ section }) => section)
  if (sections.length === 0) throw new ArchiveError('broken_file', 'the book contains no chapters')
  const texts = (name: string): readonly string[] =>
    elementsOf(book)
      .filter(({ tagName }) => tagName === name)
      .map((element) => textOf(element, 1000))
  return {
    root: createElement('div', {}, sections),
    title: texts('title')[0],
    authors: texts('creator'),
    date: texts('date')[0],
    language: texts('language')[0],
    note: `EPUB, ${sections.length} chapters`,
  }
}

function xmlOf(archive: ZipMembers, path: string): PageElement {
  const bytes = archive.read(path)
  if (bytes === undefined) throw new ArchiveError('broken_file', `${path} is missing`)
  return parseXml(bytes.toString('utf8'))
}

function elementIn(root: PageElement, tagName: string): PageElement | undefined {
  return findElement(root, (element) => element.tagName === tagName)
}

function attribute(element: PageElement | undefined, name: string): string | undefined {
  return element && attributeOf(element, name)
}

/** @returns the path of a file in the book, resolved from a reference in the file `from` */
function pathOf(from: string, href: string): string {
  const url = new URL(href, `https://book.invalid/${from}`)
  try {
    return decodeURIComponent(url.pathname.slice(1))
  } catch {
    return url.pathname.slice(1)
  }
}

/** @returns the body of a chapter as a section; undefined if it contains neither text nor pictures */
function chapterOf(text: string): PageElement | undefined {
  const body = elementIn(parseXml(text), 'body')
  const isEmpty = body === undefined || textOf(body, 1000).trim() === ''
  if (body === undefined || (isEmpty && !findElement(body, isPicture))) return undefined
  return createElement('section', {}, body.childNodes)
}

interface Chapter {
  /** path of its file in the archive */
  readonly place: string
  readonly section: PageElement
}

/**
 * Makes links between the chapters lead to places of the joined text, because the files of the chapters do not exist in
 * it. Each id gets the number of its chapter. Links to other files of the book lose their address.
 */
function joinChapters(chapters: readonly Chapter[]): void {
  const numbers = new Map(chapters.map(({ place }, at) => [place, at + 1]))
  for (const [at, { place, section }] of chapters.entries()) {
    for (const element of elementsOf(section)) {
      const id = attributeOf(element, 'id')
      if (id !== undefined) setAttribute(element, 'id', `c${at + 1}-${id}`)
      const href = isPicture(element) ? undefined : attributeOf(element, 'href')
      if (href === undefined || /^(?:https?|mailto|tel):/i.test(href)) continue
      const [file = '', target = ''] = href.split('#', 2)
      const number = file === '' ? at + 1 : numbers.get(pathOf(place, file))
      const name = target === '' ? `c${number}` : `c${number}-${target}`
      setAttribute(element, 'href', number === undefined ? undefined : `#${name}`)
    }
    setAttribute(section, 'id', `c${at + 1}`)
  }
}

function isPicture({ tagName }: PageElement): boolean {
  return tagName === 'img' || tagName === 'image'
}

/**
 * @returns a function that returns the bytes of a picture, or undefined if the picture cannot be read. Each picture is
 * read once.
 */
function pictureReader(archive: ZipMembers): (path: string) => Buffer | undefined {
  const known = new Map<string, Buffer | undefined>()
  return (path) => {
    if (!known.has(path)) known.set(path, readPicture(archive, path))
    return known.get(path)
  }
}
