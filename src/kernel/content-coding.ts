import { promisify } from 'node:util'
import { brotliCompress, gzip, constants } from 'node:zlib'

/** The supported content codings (compression formats of HTTP), in order of preference. */
const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Maximum length of the `Accept-Encoding` header in characters. A longer header, which no client sends, is ignored. */
const MAX_HEADER = 1000

/**
 * Chooses the coding of a response. A coding with a weight of 0 is not acceptable (RFC 9110, 12.5.3).
 * @param accepted the value of the `Accept-Encoding` header, if present
 * @returns the best coding that the client accepts, or undefined if it accepts none
 */
export function acceptedCoding(accepted: string | undefined): Coding | undefined {
  if (!accepted || accepted.length > MAX_HEADER) return undefined
  const taken = new Set(accepted.toLowerCase().split(',').filter(isWanted).map(nameOf))
  return CODINGS.find((coding) => taken.has(coding))
}

const nameOf = (part: string): string => part.split(';')[0]!.trim()

function isWanted(part: string): boolean {
  const weight = part.split(';').find((parameter) => parameter.trim().startsWith('q='))
  return weight === undefined || Number.parseFloat(weight.trim().slice(2)) > 0
}

/** Compresses a whole body at the highest level. Use it for content that is compressed once and sent often. */
export async function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
}
