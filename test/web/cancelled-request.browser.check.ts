import { test } from 'node:test'
import { throughLossyNetwork } from './lossy-network.fixture.ts'
import { openStage, saveTitles, signIn, until, untilText } from './service-and-browser.fixture.ts'

test('a page that is left while it is arriving causes no error', async (t) => {
  const network = await throughLossyNetwork(t, await openStage(t))
  const { stage } = network
  const [id] = await saveTitles(stage, ['Tides'])
  const page = await signIn(stage)
  network.holdBody(`GET /view/${id}`)
  await page.click('.card-title a')
  await until('half of the page has arrived', async () => network.held() > 0)
  await until('the page is loading', () => page.evaluate<boolean>('document.documentElement.hasAttribute("aria-busy")'))
  await page.click('.rail a[href="/archive/list"]')
  await untilText(page, 'main h1', 'Archive')
  network.hold(undefined)
})
