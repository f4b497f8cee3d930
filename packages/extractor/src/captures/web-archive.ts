import { Dictionary, ObjectList, readPropertyList } from './binary-property-list.ts'
import type { PageWithFiles } from './captured-files.ts'

/** Maximum number of files beside the page. */
const MAX_FILES = 2000

/**
 * Reads a web archive of Safari: a binary property list with the page and the files that it shows
 * (https://developer.apple.com/documentation/webkit/webarchive).
 *
 * @returns the page and its files; undefined if the property list contains no page
 * @throws RangeError if the file is damaged
 */
export function readWebArchive(file: Uint8Array): PageWithFiles | undefined {
  const archive = readPropertyList(file)
  const page = archive instanceof Dictionary ? archive.get('WebMainResource') : undefined
  const body = page instanceof Dictionary ? page.data('WebResourceData') : undefined
  if (!(archive instanceof Dictionary) || !(page instanceof Dictionary) || body === undefined) return undefined
  const encoding = page.text('WebResourceTextEncodingName')
  const type = page.text('WebResourceMIMEType') ?? 'text/html'
  return {
    url: page.text('WebResourceURL'),
    contentType: encoding === undefined ? type : `${type}; charset=${encoding}`,
    body,
    parts: filesIn(archive),
  }
}

function filesIn(archive: Dictionary): ReadonlyMap<string, Uint8Array> {
  const list = archive.get('WebSubresources')
  const files = new Map<string, Uint8Array>()
  if (!(list instanceof ObjectList)) return files
  for (let index = 0; index < Math.min(list.length, MAX_FILES); index++) {
    const file = list.at(index)
    if (!(file instanceof Dictionary)) continue
    const [url, data] = [file.text('WebResourceURL'), file.data('WebResourceData')]
    if (url !== undefined && data !== undefined) files.set(url, data)
  }
  return files
}
