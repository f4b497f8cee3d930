import { serialize } from 'parse5'
import type { PageWithFiles, SavedFrame, SavedFrames } from './captured-files.ts'
import { decodeText } from '../bytes/decode-text.ts'
import { escapeAttribute } from '../dom/escape-text.ts'
import { findElement, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { linkDensity, measureTree } from '../dom/text-measures.ts'
import { TooLargeError } from '../too-large.ts'

/** Matches a frame whose page is in the same file. Its content, if any, is for browsers without frames. */
const FRAME = /<iframe\b[^<>]{0,2000}?\ssrc=(["'])(cid:[^"'<>]{1,300})\1[^<>]{0,2000}>(?:[^<]{0,1000}<\/iframe\s*>)?/gi
/** Maximum number of frames that are read, and depth of frames in frames. */
const MAX_FRAMES = 50
const MAX_DEPTH = 3
/** Maximum size in bytes of the page of a frame. */
const MAX_BYTES = 1_000_000
/** Minimum length in characters of the paragraphs in a frame that is part of the text. Advertisements have fewer. */
const MIN_PROSE = 300
const MAX_LINKED = 0.3

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
  const inlined = text.includes('cid:') ? withFrames(text, frames, { left: MAX_FRAMES }, 0) : text
  return inlined === text ? unchanged : { ...page, body: Buffer.from(inlined), contentType: 'text/html; charset=utf-8' }
}

interface Budget {
  left: number
}

function withFrames(page: string, frames: SavedFrames, budget: Budget, depth: number): string {
  return page.replaceAll(FRAME, (element: string, _quote: string, address: string) => {
    const frame = frames.get(address)
    if (frame === undefined || --budget.left < 0) return element
    const text = textOfFrame(frame)
    if (text !== undefined)
      return `<div>${depth < MAX_DEPTH ? withFrames(text, frames, budget, depth + 1) : text}</div>`
    return frame.location === undefined ? element : element.replace(address, () => escapeAttribute(frame.location!))
  })
}

/** @returns the content of the body of a frame with prose; undefined for other frames */
function textOfFrame({ body, contentType }: SavedFrame): string | undefined {
  if (body.length > MAX_BYTES) return undefined
  const content = bodyOf(decodeText(body, contentType).text)
  if (content === undefined) return undefined
  const inside = measureTree(content, new Set()).get(content)!
  return inside.long < MIN_PROSE || linkDensity(inside) > MAX_LINKED ? undefined : serialize(content)
}

function bodyOf(html: string): PageElement | undefined {
  try {
    return findElement(parsePage(html), ({ tagName }) => tagName === 'body')
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}
