import { sentencesOf } from './sentences.ts'
import type { TextSpan } from './text-offsets.ts'

/**
 * Maximum length of a chunk in UTF-16 units. Some speech engines cut off an utterance after about 15 seconds
 * (chromium issue 335907).
 */
const MAX_LENGTH = 200

/** @returns the spans of a text to speak one after another: its sentences, with long ones split at commas or spaces */
export function speechChunks(text: string, language?: string): TextSpan[] {
  return sentencesOf(text, language).flatMap((sentence) => split(text, sentence))
}

function split(text: string, { start, end }: TextSpan): TextSpan[] {
  if (end - start <= MAX_LENGTH) return [{ start, end }]
  const head = text.slice(start, start + MAX_LENGTH)
  const comma = Math.max(...[...head.matchAll(/[,;:،、，；]\s?/gu)].map(({ index, 0: mark }) => index + mark.length))
  const space = head.lastIndexOf(' ') + 1
  const cut = start + (comma > MAX_LENGTH / 4 ? comma : space > 0 ? space : MAX_LENGTH)
  const first = text.slice(start, cut).trimEnd()
  return [{ start, end: start + first.length }, ...split(text, { start: cut, end })]
}
