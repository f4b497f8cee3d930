import { serialize } from 'parse5'
import type { PageWithFiles, SavedFrame, SavedFrames } from '../captures/captured-files.ts'
import { decodeText } from '../bytes/decode-text.ts'
import { makeAddressesAbsolute } from '../dom/absolute-addresses.ts'
import { escapeAttribute } from '../dom/escape-text.ts'
import { elementsOf, findElement, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { TooLargeError } from '../too-large.ts'
import { isFrameText } from './frame-text.ts'

/** Matches a frame with an address. Its content, if any, is for browsers without frames. */
const FRAME = /<iframe\b[^<>]{0,2000}?\ssrc=(["'])([^"'<>]{1,2000})\1[^<>]{0,2000}>(?:[^<]{0,1000}<\/iframe\s*>)?/gi
/** Maximum number of frames that are read, and depth of frames in frames. */
const MAX_FRAMES = 50
const MAX_DEPTH = 3
/** Maximum size in bytes of the page of a frame. */
const MAX_BYTES = 1_000_000
/**
 * Puts the text of frames into the page of a saved file, as readers saw it, and gives other frames their address on the
 * web, so that videos and other embedded content are recognised.
 *
 * @returns the page, in UTF-8 if it has changed
 */
export function inlineFrames({ body, contentType, frames, ...page }: PageWithFiles): PageWithFiles {
  const unchanged = { ...page, body, contentType }
  if (frames === undefined || frames.size === 0) return unchanged
  const { text } = decodeText(body, contentType)
  const inlined = withFrames(text, { frames, base: page.url, budget: { left: MAX_FRAMES }, depth: 0 })
  return inlined === text ? unchanged : { ...page, body: Buffer.from(inlined), contentType: 'text/html; charset=utf-8' }
}

interface Inlining {
  readonly frames: SavedFrames
  /** address of the page that contains the frames, if known */
  readonly base: string | undefined
  readonly budget: { left: number }
  /** number of frames around the page */
  readonly depth: number
}

function withFrames(page: string, inlining: Inlining): string {
  const { frames, base, budget, depth } = inlining
  return page.replaceAll(FRAME, (element: string, _quote: string, written: string) => {
    const frame = frames.get(written) ?? frames.get(absolute(written, base))
    if (frame === undefined || --budget.left < 0) return element
    const text = textOfFrame(frame)
    if (text !== undefined) {
      const inner = { ...inlining, base: frame.location, depth: depth + 1 }
      return `<div>${depth < MAX_DEPTH ? withFrames(text, inner) : text}</div>`
    }
    return frame.location === undefined ? element : element.replace(written, () => escapeAttribute(frame.location!))
  })
}

/** @returns the address of a frame as it stands in an attribute, relative to its page; empty if it is none */
const absolute = (written: string, base: string | undefined): string =>
  URL.parse(written.replaceAll('&amp;', '&'), base)?.href ?? ''

/** @returns the content of the body of a frame with prose; undefined for other frames */
function textOfFrame({ body, contentType, location }: SavedFrame): string | undefined {
  if (body.length > MAX_BYTES) return undefined
  const content = bodyOf(decodeText(body, contentType).text)
  if (content === undefined || !isFrameText(content)) return undefined
  if (location !== undefined) makeAddressesAbsolute(elementsOf(content), location)
  return serialize(content)
}

function bodyOf(html: string): PageElement | undefined {
  try {
    return findElement(parsePage(html), ({ tagName }) => tagName === 'body')
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}
