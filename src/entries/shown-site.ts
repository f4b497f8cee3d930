/**
 * @param domain the host of a page; null for a page without one, such as an uploaded file
 * @returns the name of the site that pages show: the host without `www.`, which says nothing and takes room
 */
export function shownSite(domain: string | null): string {
  return domain?.replace(/^www\.(?=.+\.)/i, '') ?? ''
}
