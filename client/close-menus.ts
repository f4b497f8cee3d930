const OPEN_MENU = 'details.menu[open]'

/** Closes an open menu with Escape, with a press outside of it, and when the focus leaves it. */
export function closeMenus(): void {
  // Listens in the capture phase, before the shortcuts of the page, so that Escape only closes the menu.
  addEventListener('keydown', (event) => event.key === 'Escape' && closeWithKey(event), true)
  addEventListener('pointerdown', ({ target }) => closeOthers(target), { passive: true })
  addEventListener('focusin', ({ target }) => closeOthers(target))
}

function closeWithKey(event: KeyboardEvent): void {
  const menu = document.querySelector<HTMLDetailsElement>(OPEN_MENU)
  if (!menu) return
  event.preventDefault()
  menu.open = false
  menu.querySelector('summary')?.focus()
}

/** Closes all open menus, but not a menu that contains `target`. */
function closeOthers(target: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENU)) {
    if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
}
