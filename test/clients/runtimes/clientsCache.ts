import { join } from 'node:path'

/** The folder of installed clients; `TONSCOPE_CLIENTS_CACHE` chooses another. */
export const CLIENTS_CACHE =
  process.env.TONSCOPE_CLIENTS_CACHE ??
  join(import.meta.dirname, '../../../node_modules/.cache/tonscope-clients')
