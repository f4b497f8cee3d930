import { canonicalAddress } from './canonical-address.ts'
import { percentDecoded } from './entry-address.ts'

/** @returns the address from which a page is fetched: the canonical address without a fragment */
export function cleanAddress(address: string): string {
  const url = new URL(canonicalAddress(address))
  url.hash = ''
  return url.href
}

interface FinalAddress {
  readonly url: string
  /** the address that the user saved, if the final address differs substantially from it; otherwise undefined */
  readonly originUrl: string | undefined
}

/**
 * Chooses the address of an entry after its page was fetched (wallabag contract 4.4). If `given` and `final` differ
 * only in the fragment, the entry keeps `given`. Otherwise, it gets `final`, and `given` becomes `originUrl`. If the
 * two differ only in the scheme, a slash at the end of the path, or percent-encoding, there is no `originUrl`.
 * @param given the entry's current address
 * @param final the address after all redirects
 */
export function chooseFinalAddress(given: string, final: string): FinalAddress {
  const cleaned = cleanAddress(final)
  const from = new URL(given)
  if (withoutFragment(from) === cleaned) return { url: given, originUrl: undefined }
  return { url: cleaned, originUrl: isSameForReaders(from, new URL(cleaned)) ? undefined : given }
}

function withoutFragment(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}

function isSameForReaders(left: URL, right: URL): boolean {
  return comparable(left) === comparable(right)
}

function comparable(url: URL): string {
  const path = textOf(percentDecoded(url.pathname)).replace(/\/$/, '')
  return `//${url.host}${path}${textOf(percentDecoded(url.search))}`
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (bytes: Uint8Array): string => UTF_8.decode(bytes)
