import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BlockPaths, ElementPath } from './block-paths.ts'

/** Where the blocks of an article are in its book. */
export interface BookLayout extends BlockPaths {
  /** position of the page with the article among the pages of the book, starting with 1 */
  readonly page: number
}

/** @returns true if the same places in two books are in the same blocks */
export function hasSamePlaces(one: BookLayout, other: BookLayout): boolean {
  return isDeepStrictEqual(one, other)
}

/** A position in an article. */
interface BookPosition {
  readonly block: number
  /** position in the whole text, from 0 to 1 */
  readonly share: number
}

type StoredElement = readonly [path: string, block: number, start: number, isBlock: 0 | 1]

/** Maximum number of bytes of a layout before it is compressed. */
const MAX_BYTES = 4_000_000

/** @returns the layout in a form for the database */
export function encodeLayout({ page, length, elements }: BookLayout): Uint8Array {
  const stored = elements.map(({ path, block, start, isBlock }): StoredElement => [path, block, start, isBlock ? 1 : 0])
  return deflateRawSync(JSON.stringify([page, length, stored]))
}

export function decodeLayout(encoded: Uint8Array): BookLayout {
  const text = inflateRawSync(encoded, { maxOutputLength: MAX_BYTES }).toString()
  const [page, length, stored] = JSON.parse(text) as [number, number, readonly StoredElement[]]
  const elements = stored.map(([path, block, start, isBlock]) => ({ path, block, start, isBlock: isBlock === 1 }))
  return { page, length, elements }
}

/**
 * Finds the block of a place in the book.
 * @param xpointer place as KOReader writes it, such as `/body/DocFragment[3]/body/p[2]/text().17`
 * @returns the start of the article for a place before it, its end for a place after it; undefined if the book has no such
 *   place
 */
export function positionAt(layout: BookLayout, xpointer: string): BookPosition | undefined {
  const place = parseXPointer(xpointer)
  if (!place) return undefined
  if (place.page > layout.page) return { block: lastBlock(layout), share: 1 }
  if (place.page < layout.page || isTitle(place.path)) return { block: 0, share: 0 }
  const found = elementAt(layout, place.path)
  return found && { block: found.block, share: layout.length === 0 ? 0 : found.start / layout.length }
}

/** @returns true if the place is in the article of the book */
export function hasPlace(layout: BookLayout, xpointer: string): boolean {
  const place = parseXPointer(xpointer)
  return place?.page === layout.page && elementAt(layout, place.path) !== undefined
}

/** @returns the innermost element with a known place that contains the given one */
function elementAt({ elements }: BookLayout, inner: string): ElementPath | undefined {
  const byPath = new Map(elements.map((element) => [element.path, element]))
  let path = inner
  while (path !== '' && !byPath.has(path)) path = path.slice(0, path.lastIndexOf('/'))
  return byPath.get(path)
}

/**
 * @returns the place of a block, or of the last one before it, as KOReader writes it; undefined if the article has no blocks
 */
export function xpointerOf({ page, elements }: BookLayout, block: number): string | undefined {
  let found: ElementPath | undefined
  for (const element of elements) {
    if (element.isBlock && element.block <= block && element.block >= (found?.block ?? 0)) found = element
  }
  found ??= elements.find(({ isBlock }) => isBlock)
  return found && `/body/DocFragment[${page}]/body${found.path}.0`
}

/** @returns the number of the block at a position in the text */
export function blockAt({ length, elements }: BookLayout, share: number): number {
  return elements.findLast(({ isBlock, start }) => isBlock && start <= share * length)?.block ?? 0
}

function lastBlock({ elements }: BookLayout): number {
  return elements.reduce((last, { block }) => Math.max(last, block), 0)
}

/** The title above the article, which is no part of it. */
const isTitle = (path: string): boolean => path === '' || path === '/h1[1]' || path.startsWith('/h1[1]/')

/** Matches a place in a page of a book. The parts are separated by `/`, and an offset may follow after a dot. */
const XPOINTER =
  /^\/body(?:\[1\])?\/DocFragment(?:\[(\d{1,6})\])?(?:\/body(?:\[1\])?((?:\/[\w:()-]+(?:\[\d{1,7}\])?)*))?(?:\.\d+)?$/

/** @returns the number of the page, and the path in it. A part without an index is the first of its name. */
function parseXPointer(xpointer: string): { readonly page: number; readonly path: string } | undefined {
  const [all, page = '1', path = ''] = XPOINTER.exec(xpointer) ?? []
  if (all === undefined) return undefined
  const steps = path.split('/').filter((step) => step !== '')
  return { page: Number(page), path: steps.map((step) => `/${step}${step.endsWith(']') ? '' : '[1]'}`).join('') }
}
