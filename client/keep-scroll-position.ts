/**
 * Keeps the scroll position if the server redirects a submitted form to the same page. If the address of the page has
 * an anchor, the redirect, which has none, looks to Turbo like another page. Without this function, Turbo would then
 * scroll to the top.
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
