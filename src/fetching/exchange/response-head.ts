import { isUtf8 } from 'node:buffer'
import { parseContentCoding, type ContentCoding } from './content-coding.ts'
import { FetchFailure } from '../fetch-failure.ts'
import type { FetchLimits } from '../fetch-limits.ts'

export interface ResponseHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  readonly coding: ContentCoding
  /** target of a redirect as received, which may be relative; undefined if the response is not a redirect */
  readonly location: string | undefined
  /** values of the Set-Cookie headers */
  readonly cookies: readonly string[]
}

/** Status codes of redirects (Fetch standard, "redirect status"). */
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/**
 * @param raw names and values of the headers as received, alternately
 * @throws FetchFailure `bad_answer`, or `too_large` if the Content-Length exceeds the limit
 */
export function parseResponseHead(
  status: number,
  raw: readonly (Buffer | string)[],
  limits: FetchLimits,
): ResponseHead {
  if (status < 200 || status > 599) throw new FetchFailure('bad_answer', `status ${status}`)
  if (raw.length / 2 > limits.headLines)
    throw new FetchFailure('bad_answer', `more than ${limits.headLines} header lines`)
  const lines = headerLines(raw)
  const location = REDIRECT_STATUSES.has(status) ? soleLocation(lines) : undefined
  const coding = location === undefined ? parseContentCoding(joinHeaders(lines)['content-encoding']) : 'identity'
  if (location === undefined) checkLength(lines, limits.wireBytes)
  const cookies = lines.filter(([name]) => name === 'set-cookie').map(([, value]) => value)
  return {
    status,
    headers: joinHeaders(lines),
    contentType: lastValue(lines, 'content-type'),
    coding,
    location,
    cookies,
  }
}

type HeaderLine = readonly [name: string, value: string]

function headerLines(raw: readonly (Buffer | string)[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) lines.push([text(raw[i]).toLowerCase(), text(raw[i + 1]).trim()])
  return lines
}

/**
 * @returns a header name or value as text, without control characters. It is decoded as UTF-8 if possible, because many
 *   servers send UTF-8 in Location, and otherwise as Latin-1.
 */
function text(value: Buffer | string = ''): string {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  // oxlint-disable-next-line no-control-regex
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
}

function joinHeaders(lines: readonly HeaderLine[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of lines) {
    if (name === 'set-cookie' || name === 'set-cookie2') continue
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

function lastValue(lines: readonly HeaderLine[], wanted: string): string | undefined {
  return lines.findLast(([name, value]) => name === wanted && value !== '')?.[1]
}

function soleLocation(lines: readonly HeaderLine[]): string {
  const values = new Set(lines.filter(([name]) => name === 'location').map(([, value]) => value))
  const [location = ''] = values
  if (values.size !== 1 || location === '') throw new FetchFailure('bad_answer', 'redirect without one Location')
  return location
}

function checkLength(lines: readonly HeaderLine[], most: number): void {
  const length = lastValue(lines, 'content-length')
  if (length !== undefined && Number(length) > most) throw new FetchFailure('too_large', `Content-Length is ${length}`)
}
