/** Selector of open menus and dialogs, ticked boxes and pressed elements. A replacement would reset their state. */
const IN_USE = ':popover-open, dialog[open], details[open], input:checked, :active'

/** @returns whether the user is using the element. If so, it must not be removed or moved. */
export function isBusy(element: Element): boolean {
  return element.contains(focused()) || isHeld(element)
}

/**
 * Replaces an element if it differs from the server's version. A focused button or link in it keeps the focus, and a card
 * continues to show all actions after a long press.
 * @returns false if it was not replaced because the user is using it
 */
export function replaceIfChanged(shown: Element, fresh: Element): boolean {
  if (shown.hasAttribute('data-all')) fresh.setAttribute('data-all', '')
  if (signature(shown) === signature(fresh)) return true
  const focus = focused()
  const isFocused = focus !== null && shown.contains(focus)
  const same = isFocused ? counterpart(focus, fresh) : null
  if (isHeld(shown) || (isFocused && !same)) return false
  shown.replaceWith(fresh)
  same?.focus({ preventScroll: true })
  return true
}

const focused = (): Element | null => (document.activeElement === document.body ? null : document.activeElement)

function isHeld(element: Element): boolean {
  const selection = getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
  return isSelected || element.matches(IN_USE) || element.querySelector(IN_USE) !== null || hasTypedText(element)
}

/** @returns whether a text area in the element contains text that has not been sent, also after its panel was closed */
function hasTypedText(element: Element): boolean {
  return [...element.querySelectorAll('textarea')].some(({ value, defaultValue }) => value !== defaultValue)
}

/**
 * @returns the button or link in the new version that gets the focus in place of `focus`; null if `focus` is a field,
 *   because its text would be lost
 */
function counterpart(focus: Element, fresh: Element): HTMLElement | null {
  if (!focus.matches('button, a')) return null
  const name = focus.getAttribute('data-action-name')
  const selector = focus.id === '' ? name && `[data-action-name="${CSS.escape(name)}"]` : `#${CSS.escape(focus.id)}`
  return selector ? fresh.querySelector<HTMLElement>(selector) : null
}

/**
 * @returns the markup of an element, to compare it. Form tokens are left out, because each response masks them
 * differently.
 */
function signature(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const token of copy.querySelectorAll('input[name=token]')) token.removeAttribute('value')
  return copy.outerHTML
}
