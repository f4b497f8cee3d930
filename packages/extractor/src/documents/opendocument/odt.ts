import { createElement, findElement, textOf } from '../../dom/page-tree.ts'
import { collectPictures } from '../../pictures/collect-pictures.ts'
import type { EmbeddedPictures } from '../../pictures/embedded-pictures.ts'
import type { ReadDocument } from '../document-article.ts'
import { parseXml } from '../xml-tree.ts'
import { ArchiveError, readPicture, type ZipMembers } from '../zip-members.ts'
import { OdtStyles } from './odt-styles.ts'
import { OdtWriter } from './odt-writer.ts'

export const ODT_TYPE = 'application/vnd.oasis.opendocument.text'

/**
 * Reads an OpenDocument text (OASIS OpenDocument 1.3, part 3): headings, paragraphs, lists, tables, links, notes,
 * pictures, formulas, and the styles of text that mean something.
 *
 * @throws ArchiveError if the file is damaged
 */
export function readOdt(archive: ZipMembers, pictures: EmbeddedPictures): ReadDocument {
  const bytes = archive.read('content.xml')
  if (bytes === undefined) throw new ArchiveError('broken_file', 'content.xml is missing')
  const content = parseXml(bytes.toString('utf8'))
  const body = findElement(content, ({ tagName }) => tagName === 'text')
  if (body === undefined) throw new ArchiveError('broken_file', 'the document contains no text')
  const xmlOf = (name: string) => parseXml(archive.read(name)?.toString('utf8') ?? '')
  const meta = xmlOf('meta.xml')
  const first = (name: string): string | undefined => {
    const element = findElement(meta, ({ tagName }) => tagName === name)
    return element && textOf(element, 1000)
  }
  const author = first('creator') ?? first('initial-creator')
  const writer = new OdtWriter(new OdtStyles([xmlOf('styles.xml'), content]), xmlOf)
  const root = createElement('div', {}, writer.write(body))
  collectPictures(root, pictures, (source) => readPicture(archive, source.replace(/^\.\//, '')))
  return {
    root,
    title: first('title'),
    authors: author === undefined ? [] : [author],
    date: first('creation-date') ?? first('date'),
    language: first('language'),
    note: 'OpenDocument text',
  }
}
