/**
 * Keeps the position of the page if the form leads back to it and its address has an anchor. The address of a response has
 * none, so Turbo would take it for another page and show it from the top.
 */
export function keepPlace(form: HTMLFormElement): void {
  form.addEventListener(
    'turbo:before-fetch-response',
    ({ detail: { fetchResponse } }) => {
      const isBack = fetchResponse.redirected && fetchResponse.location.pathname === location.pathname
      if (isBack) form.dataset['turboAction'] = 'replace'
    },
    { once: true },
  )
}
