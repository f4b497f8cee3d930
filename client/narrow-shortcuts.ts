import type { hasEffect } from './controllers/keys_controller.ts'
import type { BoundEffect } from '../src/web/shortcuts/key-bindings.ts'

/**
 * Reduces the list of shortcuts to those that have an effect on this page.
 * @param effects the effects of the shortcuts of this page, by key
 * @param applies returns whether an effect is possible on this page. It is an argument, so that this module need not import
 *   the entry script
 */
export function narrowShortcuts(
  list: Element,
  effects: Readonly<Record<string, BoundEffect>>,
  applies: typeof hasEffect,
): void {
  for (const row of list.querySelectorAll<HTMLElement>('[data-keys]')) {
    const keys: string[] = JSON.parse(row.dataset['keys'] ?? '[]')
    // Lists and the reader use some keys for different effects.
    const effect = keys.map((key) => effects[key]).find((one) => JSON.stringify(one) === row.dataset['effect'])
    row.hidden = !effect || !applies(effect)
  }
  for (const section of list.querySelectorAll('section')) {
    section.hidden = section.querySelector('[data-keys]:not([hidden])') === null
  }
}
