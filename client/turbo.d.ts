/**
 * The part of Turbo's API that Dogear uses. The package contains no types: https://turbo.hotwired.dev/reference/drive
 */
declare module '@hotwired/turbo' {
  export const config: {
    readonly forms: { submitter: 'disabled' | 'aria-disabled' }
    /** milliseconds before the progress bar is shown */
    readonly drive: { progressBarDelay: number }
  }
  export const session: {
    /** shows and hides the progress bar at the top of the window, as for a form that is being sent */
    readonly adapter: { formSubmissionStarted(): void; formSubmissionFinished(): void }
  }
  export function visit(location: string, options?: { readonly action?: 'advance' | 'replace' | 'restore' }): void
  export function renderStreamMessage(message: string): void
  export const cache: { clear(): void }
  export const StreamActions: Record<string, (this: Element) => void>
}

/** A `turbo-frame` element. */
interface FrameElement extends HTMLElement {
  /** address that the frame has loaded or loads; null if its content came with the page */
  src: string | null
  reload(): Promise<void>
}

interface DocumentEventMap {
  'turbo:submit-end': CustomEvent<{ readonly success: boolean }>
  'turbo:visit': CustomEvent<{ readonly url: string }>
  'turbo:before-visit': CustomEvent<{ readonly url: string }>
  'turbo:before-render': CustomEvent<{ readonly newBody: HTMLElement }>
  'turbo:before-frame-render': CustomEvent<{ readonly newFrame: HTMLElement }>
  /** `newElement` is absent if Turbo removes the element. */
  'turbo:before-morph-element': CustomEvent<{ readonly newElement?: Element }>
  'turbo:before-morph-attribute': CustomEvent<{ readonly attributeName: string }>
  'turbo:fetch-request-error': CustomEvent<{ readonly error: Error }>
  'turbo:before-fetch-response': CustomEvent<{
    readonly fetchResponse: { readonly redirected: boolean; readonly location: URL }
  }>
}

interface HTMLElementEventMap {
  'turbo:before-fetch-response': DocumentEventMap['turbo:before-fetch-response']
  /** Turbo performs the stream in the next frame, by calling `render`, which may be replaced. */
  'turbo:before-stream-render': CustomEvent<{ render: (stream: Element) => unknown }>
}
