import type { BoundEffect } from '../src/web/shortcuts/key-bindings.ts'

/**
 * Adds the shortcut of a control to its tooltip while the pointer is over it.
 * @param control element with a tooltip and the name of the shortcut that presses it
 * @param effects the effects of the shortcuts of the page, by key
 */
export function showShortcut(control: HTMLElement, effects: Readonly<Record<string, BoundEffect>>): void {
  const key = keyOf(control.dataset['actionName'], effects)
  // The pointer may move to another part of the same control.
  if (!key || control.title.endsWith(` (${key})`)) return
  const { title } = control
  const full = `${title} (${key})`
  control.title = full
  const restore = ({ relatedTarget }: PointerEvent): void => {
    if (relatedTarget instanceof Node && control.contains(relatedTarget)) return
    control.removeEventListener('pointerout', restore)
    // The control may have changed its state and its tooltip in the meantime.
    if (control.title === full) control.title = title
  }
  control.addEventListener('pointerout', restore)
}

function keyOf(name: string | undefined, effects: Readonly<Record<string, BoundEffect>>): string | undefined {
  return Object.keys(effects).find((key) => {
    const effect = effects[key]!
    return 'press' in effect && effect.press === name
  })
}
