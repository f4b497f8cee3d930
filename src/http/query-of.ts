/** @param url path and query of a request @returns its parameters, which may occur several times */
export function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
}
