/**
 * Applies Turbo stream elements in the next frame, by adding them to the page. `renderStreamMessage` of Turbo would
 * afterwards return the focus to the element that had it before, although the user may have moved it in the meantime.
 * @param markup the elements, or a fragment that contains them
 */
export function renderStreams(markup: string | DocumentFragment): void {
  document.documentElement.append(typeof markup === 'string' ? fragmentOf(markup) : markup)
}

/** Reloads the page in place. If the user is signed out, this leads to the sign-in page. */
export function refreshNow(): void {
  renderStreams('<turbo-stream action="refresh"></turbo-stream>')
}

function fragmentOf(markup: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = markup
  return template.content
}
