/**
 * Keeps the position of the page if the form that is being sent leads back to it and its address has an anchor. The address
 * of a response has none, so Turbo would take it for another page and show it from the top.
 */
export function keepPlace(form: HTMLFormElement): void {
  const decide = ({ detail: { fetchResponse } }: DocumentEventMap['turbo:before-fetch-response']): void => {
    if (!fetchResponse.redirected || fetchResponse.location.pathname !== location.pathname) return
    form.dataset['turboAction'] = 'replace'
  }
  form.addEventListener('turbo:before-fetch-response', decide as EventListener, { once: true })
}
