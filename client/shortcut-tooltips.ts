import type { BoundEffect } from '../src/web/shortcuts/key-bindings.ts'

/** Selector of the controls that a shortcut presses and that have a tooltip. */
const CONTROL = '[data-action-name][title]'

/**
 * Adds the shortcut of a control to its tooltip while the pointer is over it.
 * @param effects the effects of the shortcuts of the page, by key
 */
export function showShortcut(target: EventTarget | null, effects: Readonly<Record<string, BoundEffect>>): void {
  const control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null
  const key = control && keyOf(control.dataset['actionName'], effects)
  if (!key) return
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
