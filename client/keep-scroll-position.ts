/**
 * Keeps the scroll position if the form leads back to its page and the address of the page has an anchor. The address of
 * the response has no anchor, so Turbo would treat it as another page and show it from the top.
 */
export function keepScrollPosition(form: HTMLFormElement): void {
  form.addEventListener(
    'turbo:before-fetch-response',
    ({ detail: { fetchResponse } }) => {
      const isBack = fetchResponse.redirected && fetchResponse.location.pathname === location.pathname
      if (isBack) form.dataset['turboAction'] = 'replace'
    },
    { once: true },
  )
}
