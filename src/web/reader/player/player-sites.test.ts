import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedRecording, startedPlayer } from './player-sites.ts'

const ID = 'iCe_s0ngs42'
const started = (address: string): string | undefined => {
  const recording = linkedRecording(address)
  return recording && startedPlayer(recording, recording.start)
}

test('a page of a known site leads to its player, in the form that stores the least', () => {
  const players = {
    [`https://www.youtube.com/watch?v=${ID}`]: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`,
    [`https://youtu.be/${ID}?t=1m30s`]: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&start=90`,
    [`https://m.youtube.com/shorts/${ID}`]: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`,
    'https://vimeo.com/76979871#t=90s': 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1#t=90s',
    'https://www.dailymotion.com/video/x8abcd?start=5':
      'https://geo.dailymotion.com/player.html?video=x8abcd&autoplay=1&startTime=5',
    'https://www.ted.com/talks/ice_songs': 'https://embed.ted.com/talks/ice_songs?autoplay=1',
    'https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d?start=1h2m3s':
      'https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?p2p=0&autoplay=1&start=3723',
    'https://soundcloud.com/artist/ice-songs':
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartist%2Fice-songs&auto_play=true',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123&color=ff5500':
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F123&auto_play=true',
  }
  for (const [page, player] of Object.entries(players)) assert.equal(started(page), player, page)
})

test('other addresses lead to no player', () => {
  const others = [
    'https://example.org/watch?v=iCe_s0ngs42',
    `http://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com.example.org/watch?v=${ID}`,
    `https://user@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}"><script>`,
    'https://www.youtube.com/@channel',
    'https://vimeo.com/channels/staffpicks',
    'https://soundcloud.com/artist',
    'https://w.soundcloud.com/player/?url=https%3A//evil.example/tracks/123',
    'https://tube.example:8443/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'javascript:alert(1)',
    'not an address',
    '',
  ]
  for (const address of others) assert.equal(linkedRecording(address), undefined, address)
})

test('no device in the network of the reader is framed', () => {
  const hosts = [
    '127.0.0.1',
    '0x7f.1',
    '192.168.1.1',
    '[::1]',
    '[fd00::1]',
    'localhost',
    'router',
    'tube.localhost',
    'nas.local',
  ]
  const names = ['router.lan', 'tube.home.arpa', 'tube.internal', 'tube.example.', 'tube.corp']
  for (const host of [...hosts, ...names]) {
    assert.equal(linkedRecording(`https://${host}/w/9c9de5e8-0a1e-484a-b099-e80766180a6d`), undefined, host)
  }
})

test('a start that is not a time counts as the beginning', () => {
  for (const start of ['x', '-5', '1e9', '9999999999', '5m5x']) {
    assert.equal(linkedRecording(`https://youtu.be/${ID}?t=${start}`)?.start, 0, start)
  }
})
