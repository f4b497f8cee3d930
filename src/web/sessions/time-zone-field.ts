import { html, type Html } from '../../kernel/html.ts'

/** Name of the field with the time zone of the browser. */
export const TIME_ZONE_FIELD = '_time_zone'

/**
 * @returns a hidden field that a script fills with the time zone of the browser. It stays empty without scripts, and
 * the account then has no time zone.
 */
export function timeZoneField(): Html {
  return html`<input type="hidden" name="${TIME_ZONE_FIELD}" data-controller="time-zone">`
}
