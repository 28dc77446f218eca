import type { Connection } from '../sqlite/driver.ts'

/** Settings by name, stored in `meta` beside the database's own values. */
export type SettingRows = {
  read(key: string): string | undefined
  save(key: string, value: string): void
}

const PREFIX = 'setting.'

/** Prepares the statements of settings. */
export function createSettingRows(connection: Connection): SettingRows {
  const read = connection.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const save = connection.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    read: (key) => read.get(PREFIX + key),
    save(key, value) {
      save.run(PREFIX + key, value)
    },
  }
}
