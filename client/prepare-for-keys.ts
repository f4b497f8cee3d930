import { focusOpenedCard } from './focus-opened-card.ts'

/**
 * Prepares the page for a user of the keyboard. Called at the first key. Also loads the panels that later keys open,
 * because their scripts and styles take four requests, each of which waits for the one before.
 */
export function prepareForKeys(): void {
  focusOpenedCard()
  const styles = fetch(new URL('../css/panels.css', import.meta.url))
  void Promise.all([styles, import('./card-tags-panel.ts'), import('./card-collections-panel.ts')]).catch(
    () => undefined,
  )
}
