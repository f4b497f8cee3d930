import type { PageWithFiles } from './captured-files.ts'
import { readMhtml } from './mhtml.ts'
import { readWebArchive } from './web-archive.ts'

export type SavedPageKind = 'mhtml' | 'web archive' | 'single file'

const HEAD_BYTES = 8192
/** Matches the comment that SingleFile writes at the start of a page, with the address of the page. */
const SINGLE_FILE = /<!--\s*Page saved with SingleFile\s+url:\s*(\S{1,2000})/

/**
 * @param body a file
 * @returns how it was saved, by its bytes; undefined if it is no page that was saved in one file
 */
export function savedPageKind(body: Uint8Array): SavedPageKind | undefined {
  const head = headOf(body)
  if (head.startsWith('bplist00')) return 'web archive'
  const fields = /^(?:[\w-]{1,100}:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2,}/.exec(head)?.[0] ?? ''
  if (/^content-type:\s*multipart\/related\b/im.test(fields) && /^mime-version:/im.test(fields)) {
    return /^(?:snapshot-content-location|x-maf-\w+):/im.test(fields) || /^from:\s*<saved by /im.test(fields)
      ? 'mhtml'
      : undefined
  }
  return SINGLE_FILE.test(head) ? 'single file' : undefined
}

/**
 * @param body a file of a kind that `savedPageKind` has recognised
 * @returns the page; undefined if the file is damaged or contains none
 */
export function readSavedPage(body: Uint8Array, kind: SavedPageKind): PageWithFiles | undefined {
  try {
    if (kind === 'mhtml') return readMhtml(body)
    if (kind === 'web archive') return readWebArchive(body)
    return { url: SINGLE_FILE.exec(headOf(body))?.[1], contentType: 'text/html', body, parts: new Map() }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const headOf = (body: Uint8Array): string => Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1')
