import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestTime, nextTime, type DigestSchedule } from './digest-times.ts'

const BERLIN = 'Europe/Berlin'
const daily = (hour: number, minute = 0): DigestSchedule => ({ weekday: null, minute: hour * 60 + minute })

const next = (schedule: DigestSchedule, at: string, zone = BERLIN) =>
  nextTime(schedule, new Date(at), zone).toISOString()
const latest = (schedule: DigestSchedule, at: string, zone = BERLIN) =>
  latestTime(schedule, new Date(at), zone).toISOString()

test('a daily digest keeps its time of day in the zone of the user', () => {
  assert.equal(next(daily(7), '2026-01-10T05:59:59Z'), '2026-01-10T06:00:00.000Z')
  assert.equal(next(daily(7), '2026-01-10T06:00:00Z'), '2026-01-11T06:00:00.000Z')
  assert.equal(latest(daily(7), '2026-01-10T06:00:00Z'), '2026-01-10T06:00:00.000Z')
  assert.equal(latest(daily(7), '2026-01-10T05:59:59Z'), '2026-01-09T06:00:00.000Z')
  assert.equal(next(daily(7), '2026-03-28T12:00:00Z'), '2026-03-29T05:00:00.000Z')
  assert.equal(next(daily(7), '2026-10-24T12:00:00Z'), '2026-10-25T06:00:00.000Z')
  assert.equal(next(daily(0), '2026-06-01T12:00:00Z', 'Pacific/Kiritimati'), '2026-06-02T10:00:00.000Z')
})

test('a time that the clocks skip is late by the gap, and one that they repeat comes once', () => {
  assert.equal(next(daily(2, 30), '2026-03-28T12:00:00Z'), '2026-03-29T01:30:00.000Z')
  assert.equal(next(daily(2, 30), '2026-03-29T01:30:00Z'), '2026-03-30T00:30:00.000Z')
  assert.equal(next(daily(2, 30), '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z')
  assert.equal(next(daily(2, 30), '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z')
  assert.equal(latest(daily(2, 30), '2026-10-25T02:00:00Z'), '2026-10-25T00:30:00.000Z')
})

test('a weekly digest comes on its day of the week', () => {
  const sunday = { weekday: 7, minute: 18 * 60 }
  assert.equal(next(sunday, '2026-11-26T12:00:00Z'), '2026-11-29T17:00:00.000Z')
  assert.equal(next(sunday, '2026-11-29T17:00:00Z'), '2026-12-06T17:00:00.000Z')
  assert.equal(latest(sunday, '2026-11-29T16:59:00Z'), '2026-11-22T17:00:00.000Z')
  // It is Monday in Auckland while it is still Sunday in UTC.
  assert.equal(next({ weekday: 1, minute: 0 }, '2026-06-06T00:00:00Z', 'Pacific/Auckland'), '2026-06-07T12:00:00.000Z')
})
