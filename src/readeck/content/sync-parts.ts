import { loadInOrder } from '../../entries/listing/load-entry.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { LoadImages } from '../../exports/load-images.ts'
import { addressKey } from '../../images/address-key.ts'
import { extensionOf } from '../../images/image-type.ts'
import type { FindCopy, LoadCopies, ShownCopy } from '../../images/load-image-copies.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { articleMarkup } from './article.ts'
import { bookmarkHref, hasArticle } from '../bookmarks/bookmark.presenter.ts'
import { presentLoaded, type BookmarksDeps } from '../bookmarks/read-bookmarks.ts'
import { markdownOf, withoutTitle, type MarkdownDeps } from './markdown.ts'

export interface SyncPartDeps extends BookmarksDeps, MarkdownDeps {
  readonly loadImages: LoadImages
  readonly loadCopies: LoadCopies
}

/** The parts of bookmarks that an app requests. */
interface PartOptions {
  readonly isJson: boolean
  readonly isHtml: boolean
  readonly isMarkdown: boolean
  readonly hasResources: boolean
  /** start of the paths of pictures, in which `%` stands for the id; empty to keep their addresses */
  readonly prefix: string
}

/** A part of a multipart response. */
export interface Part {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Number of entries that are loaded together. Eight texts of the maximum size take 32 MB. */
const BATCH_SIZE = 8

/** Makes the parts of bookmarks, one bookmark after the other. Bookmarks that are deleted meanwhile are skipped. */
export async function* partsOf(
  deps: SyncPartDeps,
  owner: UserId,
  ids: readonly EntryId[],
  options: PartOptions,
): AsyncGenerator<Part> {
  const { isJson, isHtml, isMarkdown, hasResources } = options
  if (!isJson && !isHtml && !isMarkdown && !hasResources) return
  const hasContent = isHtml || isMarkdown || hasResources
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    const found = await loadInOrder(deps.loadEntries, owner, batch, { hasContent })
    const shown = isJson ? await presentLoaded(deps, owner, found) : []
    for (const [index, one] of found.entries()) {
      if (isJson) yield textPart(deps, one, JSON_PART, `${JSON.stringify(shown[index])}\n`)
      if (hasContent) yield* contentParts(deps, one, options)
    }
  }
}

async function* contentParts(deps: SyncPartDeps, loaded: LoadedEntry, options: PartOptions): AsyncGenerator<Part> {
  const { ownerId: owner, id } = loaded.entry
  const copies = await deps.loadCopies(owner, id)
  const images = options.hasResources ? await loadedImages(deps, loaded) : new Map<string, NamedImage>()
  const prefix = options.prefix.replaceAll('%', String(id))
  const pathOf = (name: string, path: string) => {
    if (!options.hasResources || prefix === '') return deps.baseUrl + path
    return prefix === '.' ? name : `${prefix}/${name}`
  }
  const addressOf = ({ path }: ShownCopy) => deps.baseUrl + path
  const shownAs = (address: string, copy: ShownCopy) => {
    const name = images.get(keyOf(address))?.name
    return name === undefined ? addressOf(copy) : pathOf(name, copy.path)
  }
  const findCopy =
    (pathIn: typeof shownAs): FindCopy =>
    (address) => {
      const copy = copies(address)
      return copy && { ...copy, path: pathIn(address, copy) }
    }
  const pictures = picturesOf(loaded).flatMap(([address, group]) => {
    const copy = copies(address)
    return copy ? [{ address, group, copy }] : []
  })
  if (options.isHtml && hasArticle(loaded)) {
    yield textPart(deps, loaded, HTML_PART, articleMarkup(loaded, findCopy(shownAs)))
  }
  if (options.isMarkdown) {
    const addressed = findCopy((_, copy) => addressOf(copy))
    let text = withoutTitle(await markdownOf(deps, loaded, addressed))
    // The file has pictures with complete addresses only, so their paths are put in afterwards.
    for (const { address, copy } of pictures) text = text.replaceAll(addressOf(copy), () => shownAs(address, copy))
    yield textPart(deps, loaded, MARKDOWN_PART, text)
  }
  for (const { address, group, copy } of options.hasResources ? pictures : []) {
    const image = images.get(keyOf(address))
    if (image) yield imagePart(deps, loaded, { ...image, group, path: copy.path, pathOf })
  }
}

interface NamedImage {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

async function loadedImages({ loadImages }: SyncPartDeps, { entry }: LoadedEntry): Promise<Map<string, NamedImage>> {
  const images = await loadImages(entry.ownerId, entry.id)
  return new Map(
    images.map(({ key, type, bytes }) => [key, { name: `${key.slice(0, 32)}.${extensionOf(type)}`, type, bytes }]),
  )
}

const keyOf = (address: string): string => Buffer.from(addressKey(address)).toString('hex')

/** @returns the addresses of the pictures of an entry, with what they are for */
function picturesOf(loaded: LoadedEntry): (readonly [address: string, group: string])[] {
  const { previewPicture, siteIcon } = loaded.entry
  const embedded = new Set<string>()
  if (hasArticle(loaded)) showCopies(contentOf(loaded), (address) => void embedded.add(address))
  return [
    ...(previewPicture === null ? [] : [[previewPicture, 'image'] as const, [previewPicture, 'thumbnail'] as const]),
    ...(siteIcon === null ? [] : [[siteIcon, 'icon'] as const]),
    ...[...embedded].map((address) => [address, 'embedded'] as const),
  ]
}

interface TextPart {
  readonly type: string
  readonly file: string
  readonly mediaType: string
}

const JSON_PART: TextPart = { type: 'json', file: 'info.json', mediaType: 'application/json; charset=utf-8' }
const HTML_PART: TextPart = { type: 'html', file: 'index.html', mediaType: 'text/html; charset=utf-8' }
const MARKDOWN_PART: TextPart = { type: 'markdown', file: 'index.md', mediaType: 'text/markdown; charset=utf-8' }

function textPart({ baseUrl }: SyncPartDeps, { entry }: LoadedEntry, part: TextPart, content: string): Part {
  const href = bookmarkHref(baseUrl, entry.id)
  const headers = {
    'Bookmark-Id': String(entry.id),
    'Content-Disposition': `attachment; filename="${part.file}"`,
    'Content-Type': part.mediaType,
    Date: entry.createdAt,
    Filename: part.file,
    'Last-Modified': entry.updatedAt,
    ...(part.type === 'json' && { Location: href }),
    ...(part.type === 'html' && { Location: `${href}/article` }),
    Type: part.type,
  }
  return { headers, body: Buffer.from(content) }
}

interface ImagePart extends NamedImage {
  readonly group: string
  /** path of the copy on this server */
  readonly path: string
  readonly pathOf: (name: string, path: string) => string
}

function imagePart({ baseUrl }: SyncPartDeps, { entry }: LoadedEntry, image: ImagePart): Part {
  const { type, bytes, group, path } = image
  const name = group === 'embedded' ? image.name : `${group}.${extensionOf(type)}`
  const headers = {
    'Bookmark-Id': String(entry.id),
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': String(bytes.length),
    'Content-Type': type,
    Filename: name,
    Group: group,
    Location: baseUrl + path,
    Path: image.pathOf(name, path),
    Type: 'resource',
  }
  return { headers, body: Buffer.from(bytes) }
}
