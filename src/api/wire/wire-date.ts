/**
 * @param iso time as stored, ISO 8601 in UTC
 * @returns `YYYY-MM-DDThh:mm:ss+0000`, the only form that every client reads (contract 3.2)
 */
export function wireDate(iso: string): string {
  return `${iso.slice(0, 19)}+0000`
}

/** @returns the time in the wire's form, or null */
export function wireDateOrNull(iso: string | null): string | null {
  return iso === null ? null : wireDate(iso)
}
