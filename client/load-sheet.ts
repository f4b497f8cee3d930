/**
 * Loads a style sheet that the page does not have yet. If that fails, the page does without it.
 * @param name of the sheet, such as `panels` for `css/panels.css`
 * @returns a promise that is fulfilled when the sheet applies, or has failed
 */
export function loadSheet(name: string): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL(`../css/${name}.css`, import.meta.url).href
  const loaded = new Promise((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, resolve, { once: true })
  })
  document.head.append(link)
  return loaded
}
