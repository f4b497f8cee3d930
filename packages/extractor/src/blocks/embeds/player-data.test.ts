import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { statedPlayer } from './player-data.ts'

function playerIn(html: string): string | undefined {
  return statedPlayer(elementsOf(parseHtmlFragment(html))[0]!)?.address
}

const player = 'https://www.youtube.com/embed/a-b_cDEF123'

test('a box whose data state the id or the address of a video is its player', () => {
  for (const html of [
    '<div class="embed-youtube" data-youtube-id="a-b_cDEF123"><div class="play"></div></div>',
    '<div class="youtube-player" data-id="a-b_cDEF123"><button>Play</button></div>',
    '<div class="rll-player" data-src="https://www.youtube.com/embed/a-b_cDEF123?rel=0"></div>',
    '<button data-video-url="https://youtu.be/a-b_cDEF123"><img src="/p.jpg" alt="">Play the video</button>',
  ])
    assert.equal(playerIn(html)?.replace(/\?.*/, ''), player, html)
})

const data = (kind: string): string =>
  `{&quot;video_type&quot;:&quot;${kind}&quot;,&quot;youtube_url&quot;:&quot;https:\\/\\/www.youtube.com\\/watch?v=a-b_cDEF123&quot;,` +
  '&quot;vimeo_url&quot;:&quot;https:\\/\\/vimeo.com\\/235215203&quot;}'
const box = (kind: string): string => `<div data-settings="${data(kind)}"><div class="elementor-video"></div></div>`

test('of the addresses in the data of a page builder, that of the stated kind counts', () => {
  assert.equal(playerIn(box('youtube')), player)
  assert.equal(playerIn(box('vimeo')), 'https://player.vimeo.com/video/235215203')
})

test('the background of a section, other ids, and boxes with text or a player of their own are none', () => {
  for (const html of [
    '<div data-settings="{&quot;background_video_link&quot;:&quot;https://youtu.be/a-b_cDEF123&quot;}"></div>',
    '<div class="card" data-id="a-b_cDEF123"></div>',
    '<div data-url="https://www.youtube.com/@tides">Follow us</div>',
    '<div class="youtube" data-id="a-b_cDEF123"><p>A film about the tide</p></div>',
    '<div data-src="https://www.youtube.com/embed/a-b_cDEF123"><iframe src="https://www.youtube.com/embed/x"></iframe></div>',
    '<a data-url="https://youtu.be/a-b_cDEF123" href="/film">The film</a>',
  ])
    assert.equal(playerIn(html), undefined, html)
})
