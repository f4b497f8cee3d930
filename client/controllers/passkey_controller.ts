import { Controller } from '@hotwired/stimulus'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Milliseconds after which a suggestion gets a new challenge. The server accepts one for five minutes. */
const SUGGESTION_MS = 240_000

/**
 * Asks the browser for a passkey, and submits its answer with the form around or inside the element: a sign-in, a
 * sensitive change, or a new passkey. Buttons are hidden where the browser has no passkeys.
 */
export class PasskeyController extends Controller<HTMLElement> {
  static override targets = ['button', 'message', 'obstacle']
  static override values = { challenge: String, action: String, suggested: Boolean, creation: Object }

  declare readonly buttonTargets: HTMLButtonElement[]
  declare readonly messageTarget: HTMLElement
  declare readonly obstacleTargets: HTMLElement[]
  /** path that returns a challenge */
  declare readonly challengeValue: string
  /** path to which the form is sent with the answer; that of the form if empty */
  declare readonly actionValue: string
  /** whether the browser suggests passkeys in the field for the username */
  declare readonly suggestedValue: boolean
  /** the options for a new passkey */
  declare readonly creationValue: PublicKeyCredentialCreationOptionsJSON
  #timer: ReturnType<typeof setTimeout> | undefined

  override connect(): void {
    const isUsable = window.isSecureContext && browserSupportsWebAuthn()
    for (const button of this.buttonTargets) button.hidden = !isUsable
    for (const obstacle of this.obstacleTargets) obstacle.hidden = isUsable
    if (isUsable && this.suggestedValue) void this.#suggest()
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.messageTarget.hidden = true
  }

  /** Asks for a passkey of the user. */
  async prove(): Promise<void> {
    clearTimeout(this.#timer)
    const isSent = await this.#run(async () => {
      this.#send(await startAuthentication({ optionsJSON: await this.#challenge() }))
    })
    if (!isSent && this.suggestedValue) void this.#suggest()
  }

  /** Creates a passkey, unless the form already contains it. */
  create(event: SubmitEvent): void {
    if (this.#form.querySelector('[name=passkey]')) return
    event.preventDefault()
    void this.#run(async () => this.#send(await startRegistration({ optionsJSON: this.creationValue })))
  }

  /** Lets the browser suggest passkeys, until the user chooses one or presses a button. */
  async #suggest(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill())) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#suggestWhenSeen(), SUGGESTION_MS)
    try {
      const optionsJSON = await this.#challenge()
      this.#send(await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {
      // The button replaced the suggestion, or the network failed. The form and its button still work.
    }
  }

  /** Suggests passkeys again, with a new challenge, as soon as the page is visible. */
  #suggestWhenSeen(): void {
    if (document.visibilityState === 'visible') return void this.#suggest()
    document.addEventListener('visibilitychange', () => this.#suggestWhenSeen(), { once: true })
  }

  /** Runs a ceremony. @returns false if it failed, which a message then explains */
  async #run(ceremony: () => Promise<void>): Promise<boolean> {
    this.messageTarget.hidden = true
    try {
      await ceremony()
      return true
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      const reason = name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : REASONS[name]
      this.messageTarget.textContent = this.messageTarget.dataset[reason ?? 'failed'] ?? ''
      this.messageTarget.hidden = false
      return false
    }
  }

  async #challenge(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const body = new URLSearchParams()
    for (const name of ['token', '_csrf_token']) {
      const field = this.#form.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (field) body.set(name, field.value)
    }
    const response = await fetch(this.challengeValue, { method: 'POST', body })
    if (!response.ok) throw new Error(`${this.challengeValue}: ${response.status}`)
    return (await response.json()) as PublicKeyCredentialRequestOptionsJSON
  }

  /** Submits the form with the answer of the browser. The fields for the password may be empty. */
  #send(answer: object): void {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'passkey' })
    field.value = JSON.stringify(answer)
    this.#form.append(field)
    this.#form.noValidate = true
    if (this.actionValue !== '') this.#form.action = this.actionValue
    this.#form.requestSubmit()
  }

  get #form(): HTMLFormElement {
    return this.element.closest('form')!
  }
}

/** The texts for errors of browsers, by their name (https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred). */
const REASONS: Readonly<Record<string, string>> = { InvalidStateError: 'known' }
