import type { Fetcher } from './fetcher.ts'

/** @returns the fetcher for pages and images for which no user waits */
export function inBackground(fetcher: Fetcher): Fetcher {
  return { ...fetcher, fetch: (url, options) => fetcher.fetch(url, { ...options, isBackground: true }) }
}
