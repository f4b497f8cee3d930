import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { metricsApp } from '../../src/metrics/metrics.routes.ts'
import { databaseLocation } from '../../src/config/database-location.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const TOKEN = 'a token for Prometheus'

for (const dialect of DIALECTS) {
  test(`${dialect}: metrics tell what happened, to those with the token`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_METRICS_TOKEN: TOKEN } })
    const { alice } = app
    await app.save(alice, `${app.site.url}/article/tides`)
    await app.save(alice, `${app.site.url}/missing`)
    await app.ask(alice, { url: '/api/entries/1' })
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${TOKEN}`]) {
      const refused = await app.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) })
      assert.deepEqual([refused.statusCode, refused.body], [401, ''])
    }
    const { statusCode, headers, body } = await app.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    const value = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      )
    assert.equal(
      value('dogear_http_request_duration_seconds_count{method="POST",route="/api/entries",status="200"}'),
      2,
    )
    assert.equal(value('dogear_page_fetch_failures_total{reason="not_found"}'), 1)
    assert.equal(value('dogear_extraction_duration_seconds_count'), 2)
    assert.ok(value('dogear_job_duration_seconds_count{job="entry.fetch",outcome="done"}') >= 2)
    assert.ok(value('dogear_database_size_bytes') > 10_000)
    assert.equal(value('dogear_job_oldest_due_age_seconds'), 0)
    assert.match(body, new RegExp(`dogear_build_info\\{version="[^"]+",dialect="${dialect}"\\} 1`))
    assert.match(body, /^nodejs_eventloop_lag_p99_seconds /m)
    assert.doesNotMatch(body, /alice|tides|127\.0\.0\.1/, 'nothing about users and their pages')
  })
}

test('a port of its own sends the same metrics without a token', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_METRICS_PORT: '1' } })
  const { metrics, database, settings } = app.services
  const own = metricsApp({ metrics: metrics!, database, location: databaseLocation(settings) })
  t.after(() => own.close())
  assert.match((await own.inject('/metrics')).body, /^dogear_jobs|^# HELP dogear_jobs/m)
  assert.equal((await own.inject('/')).statusCode, 404)
  assert.equal((await app.app.inject('/metrics')).statusCode, 404, 'without a token, the public port has none')
})

test('alerts and dashboard use metrics that exist', async (t) => {
  const app = await testApp(t, 'postgres', { environment: { DOGEAR_METRICS_TOKEN: TOKEN } })
  const { body } = await app.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  for (const file of ['dogear-alerts.yml', 'dogear-dashboard.json']) {
    const text = await readFile(join(import.meta.dirname, '../../packaging/prometheus', file), 'utf8')
    const used = new Set(text.match(/\b(?:dogear|nodejs|process)_[a-z]\w*/g))
    const unknown = [...used].filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))
    assert.deepEqual(unknown, [], file)
    assert.ok(used.size > 5)
  }
})

test('without the settings there are no metrics', async (t) => {
  const app = await testApp(t, 'sqlite')
  assert.equal(app.services.metrics, undefined)
  assert.equal((await app.app.inject('/metrics')).statusCode, 404)
})
