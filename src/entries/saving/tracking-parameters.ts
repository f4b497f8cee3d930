/**
 * Query parameters that only record how the reader found the page, in lower case. Each identifies a click, a recipient
 * or a campaign, and none changes the page. Names that sites also use for other purposes, such as `ref`, are left out.
 * The names are those that the services document, and those that browsers remove: Firefox (`query-stripping` list) and
 * Brave (https://github.com/brave/brave-browser/wiki/Query-String-Filter).
 */
const TRACKING_NAMES: ReadonlySet<string> = new Set(
  [
    // Meta: Facebook and Instagram
    'fbclid igshid igsh',
    // Google Ads and Merchant Center: https://support.google.com/google-ads/answer/9744275
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid',
    // Microsoft Advertising, X, TikTok, LinkedIn, Snapchat, Pinterest, Reddit and Yandex
    'msclkid twclid ttclid li_fat_id sccid epik rdt_cid yclid ysclid _openstat',
    // Mailchimp, HubSpot, Marketo, Vero, Drip, Omeda, Klaviyo and Blueshift: recipients of newsletters
    'mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok vero_id vero_conv __s oly_anon_id ' +
      'oly_enc_id _kx bsft_clkid bsft_eid',
    // Adobe Advertising and affiliate networks
    's_kwcid ef_id irclickid zanpid wickedid',
  ]
    .join(' ')
    .split(' '),
)

/** Matches names of campaign parameters of Google Analytics and Matomo. wallabag removes the same (contract 4.4). */
const CAMPAIGN_NAME = /^(?:utm_|mtm_)/

/** @param name name of a query parameter, as it is in the address @returns true if it only tracks the reader */
export function isTrackingParameter(name: string): boolean {
  const lower = name.toLowerCase()
  return CAMPAIGN_NAME.test(lower) || TRACKING_NAMES.has(lower)
}
