import { webAddress } from './web-address.ts'

interface ImageCandidate {
  readonly url: string
  /** density or width as written, such as `2x` or `640w`; empty if not stated */
  readonly size: string
}

const MAX_CANDIDATES = 40
/**
 * Splits a candidate such as `a.png 2x` into its address and the rest. The address ends at white space, and may contain
 * commas.
 */
const URL_PART = /^[\s,]*(\S+)([\s\S]*)$/
const SIZE = /^\d{1,5}(?:\.\d{1,3})?[xw]$/

/**
 * Parses the relevant parts of a srcset attribute (HTML standard, "parse a srcset attribute").
 *
 * @param value value of the attribute
 * @param base base for relative addresses
 * @returns up to 40 candidates with absolute http or https addresses, in their order
 */
export function parseSrcset(value: string, base?: string): ImageCandidate[] {
  const found: ImageCandidate[] = []
  let rest = value.slice(0, 65_536)
  for (let i = 0; i < MAX_CANDIDATES && rest !== ''; i++) {
    const candidate = firstCandidate(rest)
    const url = webAddress(candidate.url, base)
    if (url !== undefined) found.push({ url, size: SIZE.test(candidate.size) ? candidate.size : '' })
    rest = candidate.rest
  }
  return found
}

function firstCandidate(value: string): ImageCandidate & { readonly rest: string } {
  const [, url = '', rest = ''] = URL_PART.exec(value) ?? []
  if (url.endsWith(',')) return { url: url.replace(/,{1,9}$/, ''), size: '', rest }
  const end = rest.indexOf(',')
  if (end < 0) return { url, size: rest.trim(), rest: '' }
  return { url, size: rest.slice(0, end).trim(), rest: rest.slice(end + 1) }
}

/**
 * @returns the candidates as a value of the attribute. Commas in addresses are percent-encoded, because they would
 * separate candidates
 */
export function formatSrcset(candidates: readonly ImageCandidate[]): string {
  return candidates.map(({ url, size }) => `${url.replaceAll(',', '%2C')} ${size}`.trim()).join(', ')
}

/**
 * @returns the address of the largest candidate; the first address if no sizes are stated; undefined for an empty list
 */
export function largestCandidate(candidates: readonly ImageCandidate[]): string | undefined {
  return candidates.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]?.url
}

function sizeOf({ size }: ImageCandidate): number {
  return Number.parseFloat(size) || 0
}
