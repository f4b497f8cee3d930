import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recogniseWall } from './recognise-wall.ts'
import { assertLinearTime } from '../../../packages/extractor/src/linear-time.fixture.ts'

const ASKED = 'https://news.example/2026/tides'

interface Sample {
  readonly body?: string
  readonly url?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

function wallOf({ body = '<p>Wait.</p>', url = ASKED, status = 200, headers = {} }: Sample) {
  return recogniseWall(ASKED, { url, status, headers, body: Buffer.from(body) })
}

/** The markup by which each service is recognised, as its challenge pages contain it, shortened. */
const CHALLENGES: Readonly<Record<string, Sample>> = {
  cloudflare: { status: 403, headers: { 'cf-mitigated': 'challenge' } },
  'cloudflare by its script': {
    body: "<title>Just a moment...</title><script>window._cf_chl_opt = {cvId: '3'}</script>",
  },
  datadome: {
    status: 403,
    headers: { 'x-datadome': 'protected' },
    body: '<title>news.example</title><p id="cmsg">Please enable JS and disable any ad blocker</p>',
  },
  'datadome by its script': { body: "<script>var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script>" },
  perimeterx: { status: 403, body: '<title>Access to this page has been denied</title><div id="px-captcha"></div>' },
  'perimeterx with status 200': {
    body: '<h1>Press &amp; Hold to confirm you are a human</h1><div id="px-captcha"></div>',
  },
  'akamai denial': {
    status: 403,
    body: '<TITLE>Access Denied</TITLE> Reference #18.9 https://errors.edgesuite.net/18.9',
  },
  'akamai challenge': { body: '<div id="sec-if-cpt-container"></div>' },
  'akamai interstitial': { body: '<meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'">' },
  imperva: { body: '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=7"></iframe>' },
  'imperva with status 403': { status: 403, body: 'Request unsuccessful. Incapsula incident ID: 7' },
  'imperva interruption': { body: '<title>Pardon Our Interruption</title><p>Verify you are human.</p>' },
  aws: { headers: { 'x-amzn-waf-action': 'captcha' } },
  vercel: { status: 429, headers: { 'x-vercel-mitigated': 'challenge' } },
  kasada: { status: 429, body: '<script src="/149e9513/2d206a39/ips.js?KP_UIDz=0a"></script>' },
  anubis: { body: '<script id="anubis_challenge" type="application/json">{}</script>' },
  'question in the title': { body: '<title>News – Are you a robot?</title><p>Click the box.</p>' },
  'question in a heading': { body: '<h1>Verify you’re not a robot</h1>' },
  'question in German': { body: '<h2>Sind Sie ein Roboter?</h2>' },
  'redirect to a captcha': { url: 'https://news.example/captcha?url=%2F2026%2Ftides' },
  'redirect of a search engine': { url: 'https://www.search.example/sorry/index?continue=https://news.example/' },
}

test('checks for bots are recognised by what each service sends', () => {
  for (const [name, sample] of Object.entries(CHALLENGES)) assert.equal(wallOf(sample)?.reason, 'bot_wall', name)
})

test('consent pages are recognised by the redirect to them or by their title', () => {
  const samples: readonly Sample[] = [
    { url: 'https://consent.search.example/m?continue=https://news.example/2026/tides' },
    { url: 'https://guce.news.example/consent?brandType=eu&done=x' },
    { url: 'https://news.example/consent/tcf/2026/tides' },
    { url: 'https://myprivacy.publisher.example/consent?callbackUrl=https%3A%2F%2Fnews.example' },
    { url: 'https://news.example/privacy-gate?redirectUri=%2F2026%2Ftides' },
    { body: '<title>Before you continue to News</title>' },
    { body: '<title>Bevor Sie zu News weitergehen</title>' },
    { body: '<title>News | Cookie consent</title>' },
  ]
  for (const sample of samples) assert.equal(wallOf(sample)?.reason, 'consent_wall', JSON.stringify(sample))
})

test('sign-in pages are recognised by status, redirect or form', () => {
  const password = '<input name="p" type="password">'
  const samples: readonly Sample[] = [
    { status: 401 },
    { status: 402 },
    { status: 403, body: password },
    { url: 'https://news.example/login?next=/2026/tides' },
    { url: 'https://accounts.example.org/v3/signin/identifier?continue=https://news.example/' },
    { url: 'https://news.example/users/sign_in', body: password },
    { url: 'https://news.example/authwall?trk=x' },
    { body: `<title>Sign in – News</title><form>${password}</form>` },
  ]
  for (const sample of samples) assert.equal(wallOf(sample)?.reason, 'needs_login', JSON.stringify(sample))
})

test('a redirect to a wall that returns to the article is certain, however long its text is', () => {
  for (const path of ['/login?next=/2026/tides', '/consent?redirect=/', '/consent/2026/tides', '/captcha?url=/2026']) {
    assert.equal(wallOf({ url: `https://news.example${path}` })?.articleMinutes, Infinity, path)
  }
  for (const path of ['/login/how-it-works', '/docs/auth', '/challenge', '/consent/why-it-matters?utm_source=x']) {
    assert.equal(wallOf({ url: `https://news.example${path}` })?.articleMinutes, 1, path)
  }
})

test('ordinary pages of protected sites are no walls', () => {
  const samples: readonly Sample[] = [
    { body: '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><p>Tides.</p>' },
    { body: '<script src="https://js.datadome.co/tags.js"></script>', headers: { 'x-datadome': 'protected' } },
    { body: '<script>window._pxAppId="PX1"</script>' },
    { body: '<script src="/_Incapsula_Resource?SWJIYLWA=719d34"></script>' },
    { body: '<title>Robots of the coast</title><form class="g-recaptcha"></form>' },
    { body: '<title>Logging in the forest</title><input type="password">' },
    { body: '<title>Consent in medicine</title><h1>Consent in medicine</h1>' },
    { url: 'https://www.news.example/2026/tides' },
    { url: 'https://id.news.example/2026/pasang' },
    { url: 'https://news.example/2026/tides?next=1' },
  ]
  for (const sample of samples) {
    const wall = wallOf(sample)
    assert.ok(wall === undefined || wall.articleMinutes === 1, JSON.stringify(sample))
    if (sample.url?.includes('//id.') !== true) assert.equal(wall, undefined, JSON.stringify(sample))
  }
})

test('an address that has the words of a wall itself is not redirected to one', () => {
  const page = { status: 200, headers: {}, body: Buffer.from('<p>Welcome.</p>') }
  for (const [asked, reached] of [
    ['/login', '/login/'],
    ['/docs/auth/keys', '/docs/auth/keys.html'],
    ['/consent/2026', '/en/consent/2026'],
  ]) {
    assert.equal(recogniseWall(`https://a.example${asked}`, { ...page, url: `https://a.example${reached}` }), undefined)
  }
  const wall = { ...page, url: 'https://a.example/consent?next=/' }
  assert.equal(recogniseWall('https://a.example/consent-in-medicine', wall)?.articleMinutes, Infinity)
})

test('hostile markup takes linear time', async () => {
  for (const part of ['<title', '<h1>', '<input ', '<title>a - ', 'you xxre ', '<title>bevor sie zu ', '&amp;']) {
    await assertLinearTime(
      2000,
      (count) => {
        const [many, long] = [part.repeat(count), part + 'a '.repeat(2 * count)]
        return () => [wallOf({ body: many }), wallOf({ body: long })]
      },
      part,
    )
  }
})
