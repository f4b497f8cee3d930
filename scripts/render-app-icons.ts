/**
 * Renders the icons of the installed app from the logo, in a browser. Run `npm run icons` after a change of the logo.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../test/support/browser.ts'

const FOLDER = fileURLToPath(new URL('../public/images', import.meta.url))
/**
 * The icons. `share` is the width of the logo divided by the width of the icon. Platforms may crop a maskable icon to a
 * circle of 80 % of its width (https://www.w3.org/TR/appmanifest/#icon-masks).
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 0.82 },
  { name: 'icon-512.png', size: 512, share: 0.82 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.52 },
] as const

const logo = readFileSync(`${FOLDER}/favicon.svg`).toString('base64')
const browser = await launchBrowser()
try {
  for (const { name, size, share } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const edge = Math.round(size * share)
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#fbf9f4"><img width="${edge}" height="${edge}" src="data:image/svg+xml;base64,${logo}">`,
    )
    writeFileSync(`${FOLDER}/${name}`, await page.screenshot())
    await page.close()
  }
} finally {
  await browser.close()
}
