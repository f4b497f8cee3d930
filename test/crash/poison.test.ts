import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { entryRows } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { letLeasesRunOut, replaceAttempts } from './lost-processes.ts'
import { startTimedSite } from './timed-site.ts'
import { grantToken, makeAccount, save } from './api-client.ts'
import { MAX_ATTEMPTS } from '../../src/jobs/job-queue.ts'
import { waitFor } from './wait-for.ts'

suite('a page that takes its process down', { concurrency: true }, () => {
  for (const dialect of DIALECTS) {
    test(`${dialect}: is given up with a reason after five tries, and the server lives on`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const installation = await makeInstallation(cleanUp, dialect, { DOGEAR_SAVE_WAIT_SECONDS: '0' })
      const { base, environment, databaseUrl } = installation
      let server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const token = await grantToken(base, await makeAccount(environment))
      const path = '/hang/poison'
      await save(base, token, `${site.url}${path}`)
      for (const attempt of [1, 2]) {
        await waitFor(`try ${attempt}`, () => site.asked(path).length === attempt)
        await server.kill('SIGKILL')
        await letLeasesRunOut(installation)
        // Each kill counts as one attempt. To save time, the test skips all attempts between the first and the last.
        const expected = attempt === 1 ? 1 : MAX_ATTEMPTS
        assert.equal(await replaceAttempts(installation, attempt === 1 ? MAX_ATTEMPTS - 1 : expected), expected)
        server = startDogear(cleanUp, 'serve', environment)
        await server.ready
      }
      await save(base, token, `${site.url}/fast/after`)
      await waitFor('the next page', async () => (await entryRows(databaseUrl)).at(-1)?.state === 'done')
      const [poison] = await entryRows(databaseUrl)
      assert.deepEqual([poison?.state, poison?.reason, site.asked(path).length], ['failed', 'crashed', 2])
      assert.ok(poison!.size! > 0)
      assert.match(server.output(), /job failed permanently/)
    })
  }
})
