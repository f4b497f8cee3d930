import { html, type Html } from '../../../kernel/html.ts'
import type { FoundPlayer } from './find-player.ts'

interface PlayerView {
  /** language of the interface */
  readonly language: string
  /** address of the style sheet */
  readonly sheet: string
  readonly title: string
  readonly player: FoundPlayer
}

/** What scripts of the player may do in their frame. They cannot open the site in place of our page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** @returns the page that the reader shows in a frame after a click on a still. It contains one player and no scripts. */
export function playerPage({ language, sheet, title, player }: PlayerView): Html {
  return html`
    <!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <title>${title}</title>
        <link rel="stylesheet" href="${sheet}">
      </head>
      <body>
        ${element(player, title)}
      </body>
    </html>
  `
}

function element({ kind, address }: FoundPlayer, title: string): Html {
  if (kind === 'audio') return html`<audio src="${address}" aria-label="${title}" controls autoplay></audio>`
  if (kind === 'video') return html`<video src="${address}" aria-label="${title}" controls autoplay></video>`
  return html`
    <iframe
      src="${address}"
      title="${title}"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="${SANDBOX}"
      referrerpolicy="strict-origin"
      allowfullscreen
    ></iframe>
  `
}
