interface Frame extends HTMLElement {
  src: string | null
  reload(): Promise<void>
}

/** Updates the numbers of entries in the rail and beside titles, and the counts of the collections. */
export function updateCounts(page: Document): void {
  for (const mark of ['count', 'count-of']) {
    for (const fresh of page.querySelectorAll(`[data-${mark}]`)) {
      const place = fresh.getAttribute(`data-${mark}`) ?? ''
      if (place === '') continue
      for (const shown of document.querySelectorAll(`[data-${mark}="${CSS.escape(place)}"]`)) {
        if (shown.textContent !== fresh.textContent) shown.textContent = fresh.textContent
      }
    }
  }
  updateCollections(page)
}

/**
 * Updates the counts of the collections in the rail. If the server's page does not contain them yet, their frame is
 * loaded again; it shows the old counts until then.
 */
function updateCollections(page: Document): void {
  const [shown, fresh] = [document, page].map((one) => one.querySelector<Frame>('#rail-collections'))
  if (!shown || !fresh || shown.contains(document.activeElement)) return
  const address = fresh.getAttribute('src')
  if (address === null) {
    if (shown.innerHTML !== fresh.innerHTML) shown.replaceChildren(...fresh.childNodes)
  } else if (shown.getAttribute('src') === address) void shown.reload()
  else shown.src = address
}
