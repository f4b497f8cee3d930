/**
 * Keeps the scroll position if a form leads back to the page that contains it, and the page's address has an anchor.
 * The address of the response has no anchor, so Turbo would treat it as another page and scroll to the top.
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
