/** Shows a short message over the page. It replaces the previous message. */
export function showToast(text: string): void {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.setAttribute('role', 'status')
  toast.dataset['controller'] = 'toast'
  toast.append(Object.assign(document.createElement('p'), { textContent: text }))
  document.querySelector('#toasts')?.replaceChildren(toast)
}
