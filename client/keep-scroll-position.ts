/**
 * Keeps the scroll position if the server redirects a submitted form to the same page. By itself, Turbo would scroll to
 * the top if the address of the page has a fragment: the redirect has none, so Turbo takes it for another page.
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
