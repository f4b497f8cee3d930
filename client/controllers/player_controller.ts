import { Controller } from '@hotwired/stimulus'

/**
 * Plays videos and recordings in place of their stills. The frame contains a page of our own server, which contains the
 * player, so that the policy of this page needs no other site. Without scripts, the stills are links to the original.
 */
export class PlayerController extends Controller<HTMLElement> {
  static override values = { address: String }
  declare readonly addressValue: string

  override connect(): void {
    this.element.addEventListener('click', this.#clicked)
    document.addEventListener('turbo:before-cache', this.#stop)
  }

  override disconnect(): void {
    this.element.removeEventListener('click', this.#clicked)
    document.removeEventListener('turbo:before-cache', this.#stop)
  }

  readonly #clicked = (event: MouseEvent): void => {
    const { target } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-player]') : null
    // With a modifier key, the browser opens the link. So it does without a network, and says what is wrong.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !navigator.onLine) return
    const { player = '', playerStart = '0' } = link.dataset
    const still = this.element.querySelector<HTMLElement>(`.player[data-player="${player}"]`)
    if (!still) return
    event.preventDefault()
    this.#play(still, `${this.addressValue}/${player}?start=${playerStart}`)
  }

  #play(still: HTMLElement, address: string): void {
    const id = `player-${still.dataset['player']}`
    document.getElementById(id)?.remove()
    const frame = document.createElement('iframe')
    frame.id = id
    frame.className = still.className.replaceAll('player', 'player-frame')
    frame.title = still.getAttribute('aria-label') ?? ''
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    // A refresh of the page does not stop the player.
    frame.dataset['turboPermanent'] = ''
    frame.src = address
    still.after(frame)
    frame.scrollIntoView({ block: 'nearest' })
    frame.focus()
  }

  readonly #stop = (): void => {
    for (const frame of this.element.querySelectorAll('.player-frame')) frame.remove()
  }
}
