import { Controller } from '@hotwired/stimulus'

/** Fills a hidden field with the time zone of the browser. */
export class TimeZoneController extends Controller<HTMLInputElement> {
  override connect(): void {
    this.element.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}
