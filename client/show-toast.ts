/**
 * Shows a short message over the page. It replaces the previous message.
 * @param button the button of the message, such as one that undoes what it reports
 */
export function showToast(text: string, button?: HTMLButtonElement): void {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.setAttribute('role', 'status')
  toast.dataset['controller'] = 'toast'
  toast.append(Object.assign(document.createElement('p'), { textContent: text }))
  if (button) toast.append(button)
  document.querySelector('#toasts')?.replaceChildren(toast)
}
