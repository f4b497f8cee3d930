/**
 * @param iso a stored time: ISO 8601 in UTC
 * @returns `YYYY-MM-DDThh:mm:ss+0000`, the only form that every client can parse (contract 3.2)
 */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+0000`
}
