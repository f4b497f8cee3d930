import { Controller } from '@hotwired/stimulus'
import { showToast } from '../show-toast.ts'

/** Shows a message if a form could not be sent because the server did not respond. */
export class ConnectionFailureController extends Controller<HTMLElement> {
  static override values = { text: String }
  declare readonly textValue: string

  done({ detail }: CustomEvent<{ readonly success: boolean; readonly error?: unknown }>): void {
    if (!detail.success && detail.error !== undefined) showToast(this.textValue)
  }
}
