import { renderStreamMessage } from '@hotwired/turbo'
import { remainingSaves } from './models/waiting-saves.ts'

let isSending = false

/**
 * Sends the texts that the form stored because they could not be sent earlier, one after another. Stops if the server
 * fails or does not answer, or if the session has ended.
 * @param form the form that saves addresses
 * @param key key of the texts in `localStorage`
 */
export async function sendWaitingSaves(form: HTMLFormElement, key: string): Promise<void> {
  if (isSending) return
  isSending = true
  const waiting = () => String(localStorage[key] ?? '')
  for (let text = firstOf(waiting()); text !== undefined; text = firstOf(waiting())) {
    if (!(await isSent(form, text))) break
    const left = remainingSaves(waiting(), text)
    if (left === '') localStorage.removeItem(key)
    else localStorage[key] = left
  }
  isSending = false
}

const firstOf = (waiting: string): string | undefined => waiting.split('\n').find((text) => text !== '')

async function isSent(form: HTMLFormElement, text: string): Promise<boolean> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.set(name, String(value))
  body.set('entry[url]', text)
  const headers = { accept: 'text/vnd.turbo-stream.html, text/html' }
  const response = await fetch(form.action, { method: 'POST', body, headers }).catch(() => undefined)
  if (response === undefined || response.redirected || (!response.ok && response.status !== 422)) return false
  renderStreamMessage(await response.text())
  // The server refused the text because it contains no address. Puts the text back into the field, unless the user has
  // typed another one. The error message contains it too.
  const field = form.querySelector<HTMLInputElement>('input[name="entry[url]"]')!
  if (!response.ok && field.value === '') field.value = text
  return true
}
