import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDogear, dataFolder } from '../cli/run-dogear.ts'
import { runServer } from '../api/running-server.fixture.ts'
import { saveFirst } from './save-first.fixture.ts'
import { DIALECTS } from '../support/database.ts'
import { startSite } from '../support/site.ts'
import { startTraceCollector } from './trace-collector.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a save, its job, its fetch and its extraction are one trace, whose id is the request id in the log`, async (t) => {
    const [collector, site] = [await startTraceCollector(t), await startSite(t)]
    const server = await runServer(t, dialect, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      DOGEAR_FETCH_ALLOW: '127.0.0.1',
      DOGEAR_LOG_LEVEL: 'info',
    })
    await saveFirst(server, `${site.url}/article/tides?marked=1`)
    await server.stop()
    assert.deepEqual(new Set(collector.requests.map(String)), new Set(['/v1/traces,application/x-protobuf,Bearer key']))
    const spans = collector.spans()
    const find = (name: string) => spans.find((span) => span.name === name)!
    const [save, job, fetched, extracted] = ['POST /api/entries', 'job entry.fetch', 'fetch', 'extract'].map(find)
    assert.deepEqual([save!.kind, job!.kind, fetched!.kind, extracted!.kind], [2, 5, 3, 1])
    assert.equal(save!.parentId, undefined)
    assert.deepEqual([job!.parentId, fetched!.parentId, extracted!.parentId], [save!.spanId, job!.spanId, job!.spanId])
    assert.equal(new Set([save, job, fetched, extracted].map((span) => span!.traceId)).size, 1)
    assert.equal(save!.attributes['http.route'], '/api/entries')
    assert.equal(save!.attributes['http.response.status_code'], '200')
    assert.equal(fetched!.attributes['server.address'], '127.0.0.1')
    assert.equal(save!.resource['service.name'], 'dogear')
    assert.equal(save!.resource['deployment.environment.name'], 'test')
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'])
    assert.ok(statements.some(({ traceId, name }) => traceId === save!.traceId && name === 'transaction'))
    assert.ok(
      statements.every(({ parentId }) => parentId !== undefined),
      'polling makes no traces',
    )
    assert.doesNotMatch(collector.text(), /tides|marked/, 'no addresses')
    const logged = server
      .output()
      .split('\n')
      .filter((line) => line.includes(save!.traceId))
    assert.ok(logged.some((line) => line.includes('"route":"/api/entries"')))
    assert.ok(logged.some((line) => line.includes('job finished')))
  })
}

test('a trace of a trusted proxy goes on, and that of a stranger does not', async (t) => {
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  for (const [proxies, parentId] of [
    ['', undefined],
    ['loopback', 'b7ad6b7169203331'],
  ] as const) {
    const collector = await startTraceCollector(t)
    const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own`, DOGEAR_TRUSTED_PROXIES: proxies }
    const server = await runServer(t, 'sqlite', environment)
    await fetch(`${server.address}/no/such/page`, { headers: { traceparent: parent } })
    await server.stop()
    const span = collector.spans().find(({ kind }) => kind === 2)!
    assert.equal(span.parentId, parentId)
    assert.equal(span.attributes['http.response.status_code'], '404')
    assert.equal(collector.requests[0]![0], '/own')
  }
})

test('a collector that is away is named in the log, and nothing else suffers', async (t) => {
  const server = await runServer(t, 'sqlite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    DOGEAR_LOG_LEVEL: 'warn',
  })
  assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(await server.stop(), 0)
  assert.match(server.output(), /traces not sent/)
})

test('settings of traces that mean something else are refused', async (t) => {
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t), OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  const { code, stderr } = await runDogear(['config'], { environment })
  assert.notEqual(code, 0)
  assert.match(stderr, /OTEL_EXPORTER_OTLP_PROTOCOL must be one of http\/protobuf/)
})
