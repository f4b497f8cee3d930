/**
 * Keeps the position of the page when a form leads back to it and its address has an anchor. The address of a response has
 * none, so Turbo would take it for another page and show it from the top.
 */
export function keepPlace(): void {
  document.addEventListener('turbo:before-fetch-response', ({ target, detail: { fetchResponse } }) => {
    const { hash, pathname } = location
    if (!(target instanceof HTMLFormElement) || hash === '' || !fetchResponse.redirected) return
    if (fetchResponse.location.pathname === pathname) target.dataset['turboAction'] = 'replace'
  })
}
