import { objectsPlace } from '../config/objects-place.ts'
import type { Settings } from '../config/settings.ts'
import { randomBase36 } from '../kernel/random-token.ts'
import { openObjects } from '../objects/open-objects.ts'
import { ok, problem, problemOf, type Finding } from './finding.ts'

const NAME = 'object store'

/**
 * Stores a small object in the bucket of the settings, reads it, finds it in the list, and deletes it.
 * @returns whether that works; nothing if the settings name no bucket
 */
export async function checkObjects(settings: Settings): Promise<readonly Finding[]> {
  if (!settings.DOGEAR_OBJECTS) return []
  const store = openObjects(objectsPlace(settings))
  const place = `${store.description}${settings.DOGEAR_S3_ENDPOINT && ` at ${settings.DOGEAR_S3_ENDPOINT}`}`
  const [key, text] = [`doctor/${randomBase36(20)}`, randomBase36(20)]
  try {
    const startedAt = performance.now()
    await store.put(key, Buffer.from(text))
    const stored = await store.read(key)
    const isSame = String(stored) === text
    let isListed = false
    for await (const listed of store.list('doctor/')) isListed ||= listed.key === key
    await store.delete([key])
    const milliseconds = Math.round(performance.now() - startedAt)
    if (!isSame) return [problem(NAME, `${place} returns other bytes than were stored: check the server or its proxy`)]
    if (!isListed) return [problem(NAME, `${place} does not list what was stored: check the rights of the access key`)]
    return [ok(NAME, `${place} stores, returns, lists and deletes, in ${milliseconds} ms`)]
  } catch (error) {
    return [problemOf(NAME, error)]
  } finally {
    await store.close()
  }
}
