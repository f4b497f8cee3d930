/**
 * Maximum number of further pages of a list that are requested for an update. If the user has scrolled further, the
 * cards of the pages after them are removed from the list.
 */
const MAX_FRAMES = 9

/** The server's current version of the open page. */
export interface FreshPage {
  readonly page: Document
  /** the further pages of the list that were loaded by scrolling */
  readonly frames: readonly Element[]
}

/**
 * Requests the open page again.
 * @param since revision of the open page
 * @returns `same` if nothing on it has changed; undefined if the request failed or returned no newer page
 */
export async function requestPage(since: number): Promise<FreshPage | 'same' | undefined> {
  const page = await load(location.href, { 'x-update-since': String(since) })
  if (typeof page !== 'object') return page
  if (Number(page.querySelector('main')?.dataset['revision'] || 0) <= since) return undefined
  const frames: Element[] = []
  for (const { id, src } of loadedFrames()) {
    const response = await load(src, { 'x-update-since': String(since), 'turbo-frame': id })
    const frame = typeof response === 'object' ? response.querySelector(`#${id}`) : null
    if (!frame) return undefined
    frames.push(frame)
    if (frame.querySelector('.card') === null) break
  }
  return { page, frames }
}

/** @returns the frames of the list that are already loaded, from top to bottom */
function loadedFrames(): readonly { readonly id: string; readonly src: string }[] {
  const frames = [...document.querySelectorAll('[data-live] turbo-frame[src]')]
  const loaded = frames.filter((frame) => frame.querySelector('.card') !== null).slice(0, MAX_FRAMES)
  return loaded.map((frame) => ({ id: frame.id, src: frame.getAttribute('src') ?? '' }))
}

async function load(address: string, headers: Record<string, string>): Promise<Document | 'same' | undefined> {
  const response = await fetch(address, { headers: { accept: 'text/html', ...headers } }).catch(() => undefined)
  if (response?.status === 204) return 'same'
  if (!response?.ok || response.redirected) return undefined
  const text = await response.text().catch(() => undefined)
  return text === undefined ? undefined : new DOMParser().parseFromString(text, 'text/html')
}
