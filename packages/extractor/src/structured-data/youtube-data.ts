import { listAt, parseJson, textAt, valueAt } from '../metadata/json-values.ts'
import { cleanText } from '../dom/clean-text.ts'
import { webAddress } from '../dom/web-address.ts'
import type { PageVideo } from './page-video.ts'
import { readDuration } from './duration.ts'

const MAX_DESCRIPTION = 50_000
/**
 * Maximum number of JSON values that are searched for the transcript. After that, the rest of the transcript is left
 * out.
 */
const MAX_VALUES = 200_000
/**
 * Number of transcript segments that make a paragraph. Segments take a few seconds each, and rarely end with a
 * sentence.
 */
const SEGMENTS_PER_PARAGRAPH = 12

/**
 * @param text source of a page
 * @returns the video that the scripts of a YouTube page describe; undefined for other pages
 */
export function readYoutube(text: string): PageVideo | undefined {
  const player = assignedJson(text, 'ytInitialPlayerResponse')
  const details = valueAt(player, 'videoDetails')
  if (textAt(details, 'videoId') === undefined) return undefined
  const picture = listAt(details, 'thumbnail', 'thumbnails').at(-1)
  return {
    file: undefined,
    page: undefined,
    title: cleanText(textAt(details, 'title'), 300),
    length: readDuration(textAt(details, 'lengthSeconds')),
    picture: webAddress(textAt(picture, 'url')),
    description: (textAt(details, 'shortDescription') ?? '').slice(0, MAX_DESCRIPTION),
    chapters: [],
    transcript: transcriptIn(assignedJson(text, 'ytInitialData')),
  }
}

/** @returns the parsed value of `name = {…}` in a script; undefined if the script has none */
function assignedJson(text: string, name: string): unknown {
  const at = text.search(new RegExp(`\\b${name}"?\\]?\\s*=\\s*\\{`))
  const start = at === -1 ? -1 : text.indexOf('{', at)
  const end = start === -1 ? -1 : endOfObject(text, start)
  return end === -1 ? undefined : parseJson(text.slice(start, end))
}

/** @returns the position after the brace that closes the object; -1 if it is not closed */
function endOfObject(text: string, start: number): number {
  let depth = 0
  const sign = /["{}]/g
  sign.lastIndex = start
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '"') sign.lastIndex = endOfString(text, found.index)
    else if (found[0] === '{') depth += 1
    else if (--depth === 0) return found.index + 1
  }
  return -1
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** @returns the segments of the transcript. A page contains them only if it was saved with its transcript open. */
function transcriptIn(data: unknown): readonly string[] {
  const segments: string[] = []
  const waiting: unknown[] = [data]
  for (let count = 0; waiting.length > 0 && count < MAX_VALUES; count++) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const runs = listAt(value, 'transcriptSegmentRenderer', 'snippet', 'runs')
    const text = cleanText(runs.map((run) => textAt(run, 'text') ?? '').join(''), 2000)
    if (text !== undefined) segments.push(text)
    else waiting.push(...Object.values(value).slice(0, 20_000).toReversed())
  }
  return Array.from({ length: Math.ceil(segments.length / SEGMENTS_PER_PARAGRAPH) }, (_all, index) =>
    segments.slice(index * SEGMENTS_PER_PARAGRAPH, (index + 1) * SEGMENTS_PER_PARAGRAPH).join(' '),
  )
}
