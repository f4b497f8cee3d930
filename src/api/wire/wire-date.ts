/**
 * @param iso a stored time in ISO 8601 and UTC
 * @returns the time as `YYYY-MM-DDThh:mm:ss+0000`, the only form that every client can parse (wallabag contract 3.2)
 */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+0000`
}
