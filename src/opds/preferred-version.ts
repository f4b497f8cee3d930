/** The versions of OPDS, as they are named in addresses. */
export type OpdsVersion = 'v1.2' | 'v2'

interface MediaRange {
  readonly type: string
  readonly quality: number
}

/**
 * @param accept header `Accept` of a request
 * @returns the version that the client prefers: OPDS 2.0 only if it names `application/opds+json` before everything that OPDS
 *   1.2 could be, by quality and then by order (RFC 9110, 12.5.1)
 */
export function preferredVersion(accept: string | undefined): OpdsVersion {
  const ranges = parseAccept(accept ?? '').filter(({ quality }) => quality > 0)
  const json = bestOf(ranges, ['application/opds+json'])
  const atom = bestOf(ranges, ['application/atom+xml', 'application/xml', 'text/xml', 'application/*', '*/*'])
  return json && (!atom || json.quality > atom.quality || isNamedFirst(ranges, json, atom)) ? 'v2' : 'v1.2'
}

function isNamedFirst(ranges: readonly MediaRange[], json: MediaRange, atom: MediaRange): boolean {
  return json.quality === atom.quality && ranges.indexOf(json) < ranges.indexOf(atom)
}

/** @returns the first of the ranges with the highest quality among those of the types */
function bestOf(ranges: readonly MediaRange[], types: readonly string[]): MediaRange | undefined {
  const [best] = ranges.filter(({ type }) => types.includes(type)).toSorted((a, b) => b.quality - a.quality)
  return best
}

function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
}
