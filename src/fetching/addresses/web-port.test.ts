import assert from 'node:assert/strict'
import test from 'node:test'
import { isWebPort } from './web-port.ts'

test('S20: web ports and free high ports are open', () => {
  for (const port of [80, 443, 8080, 8443, 1024, 3000, 5000, 8000, 8888, 9000, 65535])
    assert.equal(isWebPort(port), true, `${port}`)
})

test('S20: ports of other services are closed', () => {
  const closed = [
    0, 1, 21, 22, 23, 25, 53, 81, 110, 143, 389, 445, 465, 587, 631, 993, 1023, 1433, 2049, 2375, 3306, 3389,
  ]
  const more = [5060, 5432, 5900, 6000, 6379, 6667, 9200, 10080, 11211, 27017, 65536, -1, Number.NaN]
  for (const port of [...closed, ...more]) assert.equal(isWebPort(port), false, `${port}`)
})
