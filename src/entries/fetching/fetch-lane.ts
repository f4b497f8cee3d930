const PREFIX = 'host:'

/**
 * @param url address of a page
 * @returns the lane of its fetch in the job queue, which limits the concurrent fetches from the page's host
 */
export const fetchLane = (url: string): string => PREFIX + new URL(url).host

/** @returns the host, with its port if that is not the default, of the lane of a fetch; undefined for other lanes */
export const hostOfLane = (lane: string): string | undefined =>
  lane.startsWith(PREFIX) ? lane.slice(PREFIX.length) : undefined
