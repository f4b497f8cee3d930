import { LEFT_OUT_COLUMNS, LEFT_OUT_TABLES } from './exported-columns.ts'

/** Explains the files of an archive, and what it leaves out and why. */
export const README_TEXT = `This archive contains everything that your account at Dogear has.

entries.json
  All your entries with their texts, tags, notes and annotations. Dogear imports this file, and so does
  wallabag. A large library is divided: entries-2.json, entries-3.json and so on.

data/
  Everything else, with one file for each table of the database and one line of JSON for each row: your
  settings, collections, rules, reading positions, the trash, sessions, security events and so on. Times
  are in UTC. Ids connect the files: entry_id in any of them is the id of a row in data/entry.jsonl.

pages/
  The original pages, as their sites sent them. The name of a file is body_sha256 in data/capture.jsonl,
  where url and entry_id show what it is.

images/
  The images of your entries. The name of a file is sha256 in data/entry_image.jsonl.

missing.txt
  Pages and images that the server could not read. Usually there is no such file.

What is left out

Your password and other secrets are not in this archive, so that it lets no one sign in as you. Connect
your devices and apps again if you move to another server.

${listOf({ ...LEFT_OUT_COLUMNS, ...LEFT_OUT_TABLES })}
`

/** @returns each reason with the columns and tables that it applies to */
function listOf(reasons: Readonly<Record<string, string>>): string {
  const names = Map.groupBy(Object.keys(reasons), (name) => reasons[name]!)
  return [...names].map(([reason, columns]) => `${reason}:\n${columns.map((one) => `  ${one}\n`).join('')}`).join('\n')
}
