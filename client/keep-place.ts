/**
 * Keeps the position of the page when a form leads back to it and its address has an anchor. The address of a response has
 * none, so Turbo would take it for another page and show it from the top.
 */
export function keepPlace(): void {
  document.addEventListener('turbo:before-fetch-response', ({ target, detail: { fetchResponse } }) => {
    const { hash, href } = location
    if (!(target instanceof HTMLFormElement) || hash === '' || !fetchResponse.redirected) return
    if (fetchResponse.location.href === href.slice(0, -hash.length)) target.dataset['turboAction'] = 'replace'
  })
}
