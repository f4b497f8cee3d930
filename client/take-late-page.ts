import { isBusy } from './live/replace-if-changed.ts'
import { refreshPage } from './refresh-page.ts'

interface LoadedFrame extends HTMLElement {
  readonly src: string
  reload(): Promise<void>
}

const isDrawnSlowly = (): boolean => document.querySelector('#offline-state > [data-reason=slow]') !== null
const ownAddress = (): string => location.href.split('#')[0]!

/**
 * Asks the service worker to report the arrival of this page, if it was drawn from the library because the server is
 * slow. The page may have arrived before this module was loaded.
 */
export function awaitLatePage(): void {
  if (isDrawnSlowly()) navigator.serviceWorker.controller?.postMessage({ awaited: ownAddress() }, [])
}

/**
 * Takes the response that the service worker has received from the server meanwhile. The page requests itself again, and
 * the worker answers with that response.
 * @param address address of the page, or of a frame on it
 */
export function takeLatePage(address: string): void {
  if (address === ownAddress()) {
    if (isDrawnSlowly()) refreshPage()
    return
  }
  const frames = [...document.querySelectorAll<LoadedFrame>('turbo-frame[src]')]
  const frame = frames.find((one) => one.src === address)
  if (frame && !isBusy(frame)) void frame.reload()
}
