import type { Command } from './command.ts'

/** What is known of a command without loading it. */
export interface ListedCommand {
  /** words that call it, such as `user add` */
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Every command, in the order of the help. `help` itself is in src/cli.ts. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    summary: 'run the service',
    load: async () => (await import('./commands/serve.command.ts')).serveCommand,
  },
  {
    name: 'worker',
    summary: 'run background jobs only, beside other processes on PostgreSQL',
    load: async () => (await import('./commands/worker.command.ts')).workerCommand,
  },
  {
    name: 'health',
    summary: 'ask whether the server on this machine is ready',
    load: async () => (await import('./commands/health.command.ts')).healthCommand,
  },
  {
    name: 'migrate',
    summary: 'bring the database up to date',
    load: async () => (await import('./commands/migrate.command.ts')).migrateCommand,
  },
  {
    name: 'backup',
    summary: 'copy the database, the key and the images while the service runs',
    load: async () => (await import('./commands/backup.command.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'put a backup in place of what is there',
    load: async () => (await import('./commands/restore.command.ts')).restoreCommand,
  },
  {
    name: 'check',
    summary: 'look for damage in the database',
    load: async () => (await import('./commands/check.command.ts')).checkCommand,
  },
  {
    name: 'config',
    summary: 'print the settings, secrets masked',
    load: async () => (await import('./commands/config.command.ts')).configCommand,
  },
  {
    name: 'user add',
    summary: 'add an account',
    load: async () => (await import('./commands/user-add.command.ts')).userAddCommand,
  },
  {
    name: 'user list',
    summary: 'list the accounts',
    load: async () => (await import('./commands/user-list.command.ts')).userListCommand,
  },
  {
    name: 'user passwd',
    summary: 'set a new password',
    load: async () => (await import('./commands/user-passwd.command.ts')).userPasswdCommand,
  },
  {
    name: 'user factor-off',
    summary: 'switch off the second factor of somebody who is locked out',
    load: async () => (await import('./commands/user-factor-off.command.ts')).userFactorOffCommand,
  },
  {
    name: 'client create',
    summary: 'make an API client for an account',
    load: async () => (await import('./commands/client-create.command.ts')).clientCreateCommand,
  },
  {
    name: 'import',
    summary: 'take over the saved pages of another service from a file',
    load: async () => (await import('./commands/import.command.ts')).importCommand,
  },
  {
    name: 'extract',
    summary: 'try the extractor on a file or an address; stores nothing',
    load: async () => (await import('./commands/extract.command.ts')).extractCommand,
  },
  {
    name: 'reextract',
    summary: 'make texts again from the pages as they were received',
    load: async () => (await import('./commands/reextract.command.ts')).reextractCommand,
  },
  {
    name: 'search rebuild',
    summary: 'make the full-text index anew',
    load: async () => (await import('./commands/search-rebuild.command.ts')).searchRebuildCommand,
  },
  {
    name: 'hosts failing',
    summary: 'list the hosts whose pages could not be had',
    load: async () => (await import('./commands/hosts-failing.command.ts')).hostsFailingCommand,
  },
]
