import { Dictionary, ObjectList, readPropertyList, type PropertyValue } from './binary-property-list.ts'
import type { PageWithFiles, SavedFrame } from './captured-files.ts'

/** Maximum number of files beside the page and its frames, and of frames; maximum depth of frames in frames. */
const MAX_FILES = 2000
const MAX_FRAMES = 50
const MAX_DEPTH = 3

/**
 * Reads a web archive of Safari: a binary property list with the page, the files that it shows, and an archive of the
 * same kind for each frame (https://developer.apple.com/documentation/webkit/webarchive).
 *
 * @returns the page and its files; undefined if the property list contains no page
 * @throws RangeError if the file is damaged
 */
export function readWebArchive(file: Uint8Array): PageWithFiles | undefined {
  const archive = readPropertyList(file)
  const page = archive instanceof Dictionary ? pageOf(archive) : undefined
  if (!(archive instanceof Dictionary) || page === undefined) return undefined
  const inner = archivesOfFrames(archive)
  return {
    url: page.location,
    contentType: page.contentType,
    body: page.body,
    parts: new Map([archive, ...inner].flatMap(filesIn).slice(0, MAX_FILES)),
    frames: new Map(inner.flatMap(framePage)),
  }
}

/** @returns the main page of an archive; undefined if it has none */
function pageOf(archive: Dictionary): SavedFrame | undefined {
  const page = archive.get('WebMainResource')
  const body = page instanceof Dictionary ? page.data('WebResourceData') : undefined
  if (!(page instanceof Dictionary) || body === undefined) return undefined
  const encoding = page.text('WebResourceTextEncodingName')
  const type = page.text('WebResourceMIMEType') ?? 'text/html'
  const contentType = encoding === undefined ? type : `${type}; charset=${encoding}`
  return { location: page.text('WebResourceURL'), contentType, body }
}

function framePage(archive: Dictionary): [string, SavedFrame][] {
  const page = pageOf(archive)
  return page?.location === undefined ? [] : [[page.location, page]]
}

/** @returns the archives of the frames in an archive, and of the frames in them. A file may contain itself. */
function archivesOfFrames(archive: Dictionary): Dictionary[] {
  const found: Dictionary[] = []
  let outer = [archive]
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const inner = outer.flatMap((one) => dictionariesIn(one.get('WebSubframeArchives'), MAX_FRAMES))
    outer = inner.slice(0, MAX_FRAMES - found.length)
    found.push(...outer)
  }
  return found
}

function filesIn(archive: Dictionary): [string, Uint8Array][] {
  return dictionariesIn(archive.get('WebSubresources'), MAX_FILES).flatMap((file): [string, Uint8Array][] => {
    const [url, data] = [file.text('WebResourceURL'), file.data('WebResourceData')]
    return url === undefined || data === undefined ? [] : [[url, data]]
  })
}

/** @returns the dictionaries among the first objects of a list; none if the value is no list */
function dictionariesIn(list: PropertyValue, limit: number): Dictionary[] {
  if (!(list instanceof ObjectList)) return []
  return Array.from({ length: Math.min(list.length, limit) }, (_, index) => list.at(index)).filter(
    (one) => one instanceof Dictionary,
  )
}
