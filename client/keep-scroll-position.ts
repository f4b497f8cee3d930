/**
 * Keeps the scroll position if the server redirects a submitted form to the same page. The redirect has no anchor, even
 * if the address of the page has one. Turbo would then treat it as another page and scroll to the top.
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
