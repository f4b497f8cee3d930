import { test } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { screenshot } from './browser.ts'
import { openBrowser } from './open-browser.ts'

test('a real browser starts, lays out a page and takes its picture', async (t) => {
  const browser = await openBrowser(t)
  const page = await browser.newPage({ viewport: { width: 390, height: 400 } })
  await page.setContent('<!doctype html><title>t</title><p id="a">Ink on paper</p>')
  assert.ok((await page.locator('#a').boundingBox())!.height > 0)
  const path = await screenshot(page, 'ink')
  assert.ok(existsSync(path))
  assert.equal(readFileSync(path).subarray(1, 4).toString(), 'PNG')
})
