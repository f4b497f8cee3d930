import type { Command } from './command.ts'

/** The name and summary of a command. The help lists them without loading the command's file. */
export interface ListedCommand {
  /** the words of the command, such as `user add` */
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** All commands except `help`, in the order in which the help lists them. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    summary: 'run the service',
    load: async () => (await import('./commands/serve.command.ts')).serveCommand,
  },
  {
    name: 'worker',
    summary: 'run background jobs only, on PostgreSQL',
    load: async () => (await import('./commands/worker.command.ts')).workerCommand,
  },
  {
    name: 'health',
    summary: 'check whether the server on this machine is ready',
    load: async () => (await import('./commands/health.command.ts')).healthCommand,
  },
  {
    name: 'doctor',
    summary: 'check settings, disk, database, address, jobs and search',
    load: async () => (await import('./commands/doctor.command.ts')).doctorCommand,
  },
  {
    name: 'migrate',
    summary: 'apply pending database migrations',
    load: async () => (await import('./commands/migrate.command.ts')).migrateCommand,
  },
  {
    name: 'backup verify',
    summary: 'restore a backup on trial and compare it',
    load: async () => (await import('./commands/backup-verify.command.ts')).backupVerifyCommand,
  },
  {
    name: 'backup key',
    summary: 'create a key for encrypted backups',
    load: async () => (await import('./commands/backup-key.command.ts')).backupKeyCommand,
  },
  {
    name: 'backup',
    summary: 'back up the database, the images and the secret key',
    load: async () => (await import('./commands/backup.command.ts')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'restore a backup',
    load: async () => (await import('./commands/restore.command.ts')).restoreCommand,
  },
  {
    name: 'objects move',
    summary: 'copy images and captures to another place',
    load: async () => (await import('./commands/objects-move.command.ts')).objectsMoveCommand,
  },
  {
    name: 'check',
    summary: 'check the database for damage',
    load: async () => (await import('./commands/check.command.ts')).checkCommand,
  },
  {
    name: 'config',
    summary: 'print the effective settings',
    load: async () => (await import('./commands/config.command.ts')).configCommand,
  },
  {
    name: 'user add',
    summary: 'create an account',
    load: async () => (await import('./commands/user/user-add.command.ts')).userAddCommand,
  },
  {
    name: 'user list',
    summary: 'list the accounts',
    load: async () => (await import('./commands/user/user-list.command.ts')).userListCommand,
  },
  {
    name: 'user passwd',
    summary: 'set a new password',
    load: async () => (await import('./commands/user/user-passwd.command.ts')).userPasswdCommand,
  },
  {
    name: 'user factor-off',
    summary: 'turn off two-factor authentication for an account',
    load: async () => (await import('./commands/user/user-factor-off.command.ts')).userFactorOffCommand,
  },
  {
    name: 'user recover',
    summary: 'print a link that lets a user back in',
    load: async () => (await import('./commands/user/user-recover.command.ts')).userRecoverCommand,
  },
  {
    name: 'user export',
    summary: 'write everything that an account has to one file',
    load: async () => (await import('./commands/user/user-export.command.ts')).userExportCommand,
  },
  {
    name: 'client create',
    summary: 'create an API client for an account',
    load: async () => (await import('./commands/client-create.command.ts')).clientCreateCommand,
  },
  {
    name: 'import',
    summary: 'import saved pages from the export file of another service',
    load: async () => (await import('./commands/import.command.ts')).importCommand,
  },
  {
    name: 'export annotations',
    summary: 'write the annotations of an account to a file',
    load: async () => (await import('./commands/export-annotations.command.ts')).exportAnnotationsCommand,
  },
  {
    name: 'export',
    summary: 'write entries of an account to a file',
    load: async () => (await import('./commands/export.command.ts')).exportCommand,
  },
  {
    name: 'archive',
    summary: 'write the library of an account to a folder of web pages',
    load: async () => (await import('./commands/archive.command.ts')).archiveCommand,
  },
  {
    name: 'extract',
    summary: 'extract the article from a file or an address',
    load: async () => (await import('./commands/extract.command.ts')).extractCommand,
  },
  {
    name: 'reextract',
    summary: 'extract saved pages again from the stored responses',
    load: async () => (await import('./commands/reextract.command.ts')).reextractCommand,
  },
  {
    name: 'search rebuild',
    summary: 'rebuild the full-text index',
    load: async () => (await import('./commands/search-rebuild.command.ts')).searchRebuildCommand,
  },
  {
    name: 'hosts failing',
    summary: 'list the hosts with failed fetches',
    load: async () => (await import('./commands/hosts-failing.command.ts')).hostsFailingCommand,
  },
]
