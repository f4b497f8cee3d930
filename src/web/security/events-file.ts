import { dataResponse, type ServerResponse } from '../server-response.ts'

/** @returns security events as a file to download */
export function eventsFile(lines: AsyncIterable<string>): ServerResponse {
  return dataResponse(lines, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="security-events.csv"',
    'cache-control': 'no-store, private',
  })
}
