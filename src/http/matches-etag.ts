/**
 * @param header value of the header `If-None-Match`
 * @param tag entity tag of the current response, with its quotation marks
 * @returns true if the client has the current version: the header is `*` or contains the tag, weak or strong (RFC 9110,
 *   13.1.2)
 */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}
