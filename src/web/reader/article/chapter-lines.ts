import type { ArticleMap } from '../../../annotations/article-map.ts'

/** Minimum number of chapters. A single line with a time is not a list of chapters. */
const MIN_CHAPTERS = 2
/** Length of the longest line that can be a chapter, in UTF-16 units. */
const MAX_LINE = 300

/** Matches a line such as `1:30 Tides` or `(00:01:30) – Tides`. */
const CHAPTER_LINE = /^\W{0,4}(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\W{1,5}\S/

/**
 * Finds the chapters that the notes of a recording list in lines of the article. As in the description of a video, they
 * begin with 0:00 (packages/extractor/src/structured-data/page-video.ts), and their times ascend.
 * @returns the seconds at which chapters start, by the offset of their lines in the text; empty without such a list
 */
export function chapterLines({ text, runs, breaks }: ArticleMap): ReadonlyMap<number, number> {
  const lineStarts = new Set([0, ...breaks])
  const chapters = new Map<number, number>()
  let next = 0
  let last = -1
  for (const { start } of runs) {
    if (!lineStarts.has(start)) continue
    while ((breaks[next] ?? text.length) <= start && next < breaks.length) next += 1
    const seconds = secondsOf(text.slice(start, Math.min(breaks[next] ?? text.length, start + MAX_LINE)))
    if (seconds === undefined || seconds <= last || (last === -1 && seconds > 0)) continue
    chapters.set(start, seconds)
    last = seconds
  }
  return chapters.size < MIN_CHAPTERS ? new Map() : chapters
}

function secondsOf(line: string): number | undefined {
  const [, hours = '0', minutes, seconds] = CHAPTER_LINE.exec(line.trim()) ?? []
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** @returns a time such as `1:04:09` or `4:13` */
export function clockTime(total: number): string {
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return hours > 0 ? `${hours}:${pair(minutes)}:${pair(seconds)}` : `${minutes}:${pair(seconds)}`
}

const pair = (value: number): string => String(value).padStart(2, '0')
