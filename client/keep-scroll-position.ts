/**
 * Keeps the scroll position after a form of a page whose address has an anchor, if the server redirects to the same
 * page. The redirect has no anchor, so Turbo would otherwise treat it as another page and scroll to the top.
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
