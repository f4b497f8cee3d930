/**
 * Keeps the scroll position when a form leads back to its page and the address of the page has an anchor. The address
 * of the response has no anchor, so Turbo would treat it as another page and show it from the top.
 */
export function keepScrollPosition(): void {
  document.addEventListener('turbo:before-fetch-response', ({ target, detail: { fetchResponse } }) => {
    const { hash, pathname } = location
    if (!(target instanceof HTMLFormElement) || hash === '' || !fetchResponse.redirected) return
    if (fetchResponse.location.pathname === pathname) target.dataset['turboAction'] = 'replace'
  })
}
