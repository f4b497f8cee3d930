import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { dropPlayerControls } from './player-controls.ts'

const after = (html: string): string =>
  htmlAfter(html, (tree) => {
    const elements = new ElementList(tree)
    return dropPlayerControls(tree, [...elements.named('video'), ...elements.named('audio')])
  })

const CONTROLS =
  '<div><button>▶</button><span>0:00</span><div>/<span>200</span></div><input type="range"><button>1×</button></div>'

test('the controls beside a player go, and its title stays', () => {
  const audio = '<audio src="/tide.mp3"></audio><div>The tide</div>'
  assert.equal(after(`<div><div>${audio}${CONTROLS.replaceAll('▶', '')}</div></div>`), `<div><div>${audio}</div></div>`)
  const video = '<div><video src="/tide.mp4"></video></div>'
  assert.equal(
    after(`<figure>${video}<div>${CONTROLS.replaceAll('▶', '')}</div></figure>`),
    `<figure>${video}</figure>`,
  )
})

test('times without controls, controls with words, and controls without a player stay', () => {
  for (const html of [
    '<div><audio src="/a.mp3"></audio><p>3:20</p></div>',
    '<div><audio src="/a.mp3"></audio><div><button>Play</button>0:00</div></div>',
    '<div><div><button></button><span>0:00</span></div></div>',
  ])
    assert.equal(after(html), html)
})
