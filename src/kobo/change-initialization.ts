import { isJsonObject, parseJsonObject } from '../kernel/json.ts'

/** The address at which the real firmware signs in to Instapaper. Stores other than that of Kobo do not name it. */
const LINK_ACCOUNT = 'https://authorize.kobo.com/{region}/{language}/linkinstapaper'

/**
 * Changes the addresses that a store gives to a device, so that the device gets its articles here. The device empties what
 * the store does not name.
 * @param body JSON of the address `/v1/initialization`
 * @param articles address of the device's articles
 * @returns the changed JSON; undefined if the body is not what a store sends
 */
export function changeInitialization(body: string, articles: string): string | undefined {
  const parsed = parseJsonObject(body)
  const resources = parsed?.['Resources']
  if (!isJsonObject(resources)) return undefined
  return JSON.stringify({
    ...parsed,
    Resources: {
      instapaper_link_account_start: LINK_ACCOUNT,
      ...resources,
      instapaper_enabled: 'True',
      instapaper_env_url: articles,
    },
  })
}
