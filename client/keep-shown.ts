/**
 * Keeps what a script has revealed in an element visible when the page is refreshed. The server hides it, because it
 * needs scripts, and a refresh keeps the element but restores its attributes.
 */
export function keepShown(element: Element): void {
  element.addEventListener('turbo:before-morph-attribute', refuseHidden)
}

function refuseHidden(event: Event): void {
  const { detail } = event as DocumentEventMap['turbo:before-morph-attribute']
  if (detail.attributeName === 'hidden') event.preventDefault()
}
