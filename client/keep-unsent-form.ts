const KEY = 'dogear-unsent-form'

/** Selector of the fields whose text is stored. Passwords, files and hidden values are never stored. */
const TYPED = 'textarea, input:is([type=text], [type=search], [type=url], [type=email], [type=number])'

interface UnsentForm {
  /** name of the signed-in user. No other user may see the text. */
  readonly user: string
  readonly page: string
  readonly action: string
  /** name and text of each field */
  readonly fields: readonly (readonly [string, string])[]
}

/**
 * Stores the typed text for this tab if the server redirects the form to the sign-in page, which would discard the
 * text.
 */
export function keepUnsentForm(form: HTMLFormElement): void {
  // The form `.add`, which saves a page, needs no copy: the server keeps the address of the page until the user has
  // signed in, and then saves it.
  if (form.matches('.add')) return
  form.addEventListener(
    'turbo:before-fetch-response',
    ({ detail: { fetchResponse } }) => {
      if (fetchResponse.redirected && fetchResponse.location.pathname === '/login') storeUnsentForm(form)
    },
    { once: true },
  )
}

/** Stores the typed text of a form for this tab, because the session has ended. */
export function storeUnsentForm(form: HTMLFormElement): void {
  const fields = fieldsOf(form).map(({ name, value }) => [name, value] as const)
  const unsent: UnsentForm = { user: userName(), page: location.pathname, action: actionOf(form), fields }
  sessionStorage.setItem(KEY, JSON.stringify(unsent))
}

/** Restores the stored text when the same user opens the same page, and shows its form. */
export function restoreUnsentForm(): void {
  const { user, page, action, fields }: UnsentForm = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  if (page !== location.pathname || userName() === '') return
  const isOwn = user === userName()
  const form = isOwn ? [...document.forms].find((one) => actionOf(one) === action && holds(one, fields)) : undefined
  // The text stays stored until the page shows the form again. If another user has signed in, it is deleted.
  if (form || !isOwn) sessionStorage.removeItem(KEY)
  if (form) fill(form, fields)
}

function fill(form: HTMLFormElement, fields: UnsentForm['fields']): void {
  for (const field of fieldsOf(form)) field.value = fields.find(([name]) => name === field.name)?.[1] ?? field.value
  form.closest('details')?.setAttribute('open', '')
  form.closest<HTMLElement>('[popover]')?.showPopover()
  fieldsOf(form)[0]?.focus()
}

const fieldsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)]
const actionOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? ''
const userName = (): string => document.querySelector('.account-name')?.textContent ?? ''

/**
 * @returns whether a form has all stored fields. The action alone does not identify a form, because several forms on a
 *   page may have the same action.
 */
function holds(form: HTMLFormElement, fields: UnsentForm['fields']): boolean {
  const names = new Set(fieldsOf(form).map(({ name }) => name))
  return fields.length > 0 && fields.every(([name]) => names.has(name))
}
