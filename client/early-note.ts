/** Milliseconds after which keys work again although the scripts for notes have not arrived. */
const PATIENCE = 20_000

/** The shortcuts that need the scripts for notes, by the name of their button. */
const BUTTONS = ['note', 'highlight']

/**
 * Takes up a shortcut for a note or a highlight that is pressed on selected text before the scripts for notes have
 * arrived. Until then no key is a command; the letters are typed into the box once it opens.
 * @param name value of `data-action-name` of the button
 * @param press presses the button
 * @returns whether the shortcut was taken up
 */
export function takeUpEarlyNote(name: string, press: () => void): boolean {
  const article = document.querySelector('[data-controller~=annotate]:not([data-notes-ready])')
  if (
    !BUTTONS.includes(name) ||
    !article?.contains(getSelection()?.anchorNode ?? null) ||
    getSelection()?.isCollapsed
  ) {
    return false
  }
  const listeners = new AbortController()
  const { signal } = listeners
  let text = ''
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') listeners.abort()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else text += event.key === 'Enter' ? '\n' : event.key.length === 1 ? event.key : ''
  }
  const finish = () => {
    listeners.abort()
    press()
    const field = document.activeElement
    if (text === '' || !(field instanceof HTMLTextAreaElement)) return
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  addEventListener('keydown', hold, { capture: true, signal })
  document.addEventListener('notes:ready', finish, { signal })
  document.addEventListener('turbo:before-render', () => listeners.abort(), { signal })
  setTimeout(() => listeners.abort(), PATIENCE)
  return true
}
