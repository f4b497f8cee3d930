import { html, type Html } from '../../kernel/html.ts'

/** Name of the form field for the browser's time zone. */
export const TIME_ZONE_FIELD = '_time_zone'

/**
 * @returns a hidden field. A script writes the browser's time zone into it. Without scripts, it stays empty, and the
 *   account gets no time zone.
 */
export function timeZoneField(): Html {
  return html`<input type="hidden" name="${TIME_ZONE_FIELD}" data-controller="time-zone">`
}
