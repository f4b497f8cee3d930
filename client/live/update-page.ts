import { isAnyUnderWay, requestsSoFar } from '../requests-under-way.ts'
import { replaceIfChanged } from './replace-if-changed.ts'
import { requestPage } from './request-page.ts'
import { updateList } from './update-list.ts'

/** Milliseconds between an event and the update. Changes in this time share one update. */
const SOON = 300
/** Minimum time between two updates, in milliseconds. */
const PAUSE = 3000
/** Ids of the elements that are updated as a whole. Lists are updated card by card instead. */
const PARTS = [
  'entry-title',
  'states-bar',
  'states-end',
  'tags-set',
  'head-tags',
  'entry-note',
  'entry-note-editor',
  'annotations',
  'list-count',
  'bulk-whole',
]
/** Selector of all elements that may be updated. */
const LIVE = ['[data-count]', '[data-live]', ...PARTS.map((id) => `#${id}`)].join(', ')
/** Events that may mean that the user has stopped using an element, so that a postponed update can continue. */
const RELEASES = ['focusout', 'change', 'toggle', 'pointerup']

/**
 * Updates the open page after changes on other devices or in other tabs: counts, the cards of a list, and the states,
 * tags, note and annotations of an article. The page is requested again, and only changed parts are replaced. Parts that the
 * user is using are replaced later.
 */
export class PageUpdater {
  #latest = 0
  #last = -PAUSE
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false
  #isPostponed = false

  constructor() {
    // Turbo may have shown a page from its cache that is older than the last change.
    document.addEventListener('turbo:load', () => this.#schedule())
    for (const type of RELEASES) {
      document.addEventListener(type, () => this.#isPostponed && this.#schedule(), { capture: true, passive: true })
    }
  }

  /** @param revision the latest revision of the user's data */
  report(revision: number): void {
    this.#latest = Math.max(this.#latest, revision)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isRunning || shownRevision() >= this.#latest) return
    const pause = Math.max(SOON, this.#last + PAUSE - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#update()
    }, pause)
  }

  async #update(): Promise<void> {
    if (document.visibilityState !== 'visible' || document.querySelector(LIVE) === null) return
    this.#isRunning = true
    this.#last = performance.now()
    // An error is left to the console. The next event updates the page again.
    const outcome = await updatePage(this.#latest).finally(() => (this.#isRunning = false))
    this.#isPostponed = outcome === 'postponed'
    if (outcome === 'done' || outcome === 'disturbed') this.#schedule()
  }
}

/** @returns the revision of the data on the page; infinite on pages without a user's data */
const shownRevision = (): number => Number(document.querySelector('main')?.dataset['revision'] || Infinity)

/**
 * `postponed`: the user is using a changed part. `disturbed`: the page or the user's data changed during the request, so
 * the response may be older than the page. `failed`: the request failed.
 */
type Outcome = 'done' | 'postponed' | 'disturbed' | 'failed'

/** @param latest the latest known revision of the user's data */
async function updatePage(latest: number): Promise<Outcome> {
  const main = document.querySelector('main')
  if (!main) return 'failed'
  const address = location.href
  const watch = watchChanges(main)
  const count = requestsSoFar()
  const fresh = await requestPage(shownRevision())
  const isSending = isAnyUnderWay() || requestsSoFar() > count
  if (isSending || watch.hasChanged() || address !== location.href || !main.isConnected) return 'disturbed'
  if (fresh === undefined) return 'failed'
  if (fresh === 'same') {
    main.dataset['revision'] = String(latest)
    return 'done'
  }
  updateCounts(fresh.page)
  const isComplete = [...PARTS.map((id) => updatePart(fresh.page, id)), updateList(fresh)].every(Boolean)
  if (isComplete) main.dataset['revision'] = fresh.page.querySelector('main')?.dataset['revision']
  return isComplete ? 'done' : 'postponed'
}

function updatePart(page: Document, id: string): boolean {
  const [shown, fresh] = [document.getElementById(id), page.getElementById(id)]
  return !shown || !fresh || replaceIfChanged(shown, fresh)
}

/** Starts watching for elements that are added to an element or removed from it. */
function watchChanges(element: Element): { hasChanged(): boolean } {
  let isChanged = false
  const observer = new MutationObserver(() => (isChanged = true))
  observer.observe(element, { childList: true, subtree: true })
  return {
    hasChanged: () => {
      isChanged ||= observer.takeRecords().length > 0
      observer.disconnect()
      return isChanged
    },
  }
}

interface Frame extends HTMLElement {
  src: string | null
  reload(): Promise<void>
}

/** Updates the numbers of entries in the rail and beside titles, and the counts of the collections. */
function updateCounts(page: Document): void {
  for (const mark of ['count', 'count-of']) {
    for (const fresh of page.querySelectorAll(`[data-${mark}]`)) {
      const place = fresh.getAttribute(`data-${mark}`) ?? ''
      if (place === '') continue
      for (const shown of document.querySelectorAll(`[data-${mark}="${CSS.escape(place)}"]`)) {
        if (shown.textContent !== fresh.textContent) shown.textContent = fresh.textContent
      }
    }
  }
  updateCollections(page)
}

/**
 * Updates the counts of the collections in the rail. If the server's page does not contain them yet, their frame is
 * loaded again; it shows the old counts until then.
 */
function updateCollections(page: Document): void {
  const [shown, fresh] = [document, page].map((one) => one.querySelector<Frame>('#rail-collections'))
  if (!shown || !fresh || shown.contains(document.activeElement)) return
  const address = fresh.getAttribute('src')
  if (address === null) {
    if (shown.innerHTML !== fresh.innerHTML) shown.replaceChildren(...fresh.childNodes)
  } else if (shown.getAttribute('src') === address) void shown.reload()
  else shown.src = address
}
