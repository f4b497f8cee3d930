import { html, type Html } from '../../kernel/html.ts'

/** Name of the form field for the browser's time zone. */
export const TIME_ZONE_FIELD = '_time_zone'

/**
 * @param value the submitted time zone, if the form is shown again after an error
 * @returns a hidden field. A script writes the browser's time zone into it. Without scripts, it stays empty, and the
 *   account gets no time zone.
 */
export function timeZoneField(value?: string): Html {
  return html`<input type="hidden" name="${TIME_ZONE_FIELD}" data-controller="time-zone" value="${value}">`
}
