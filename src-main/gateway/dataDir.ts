import { homedir } from 'node:os'
import { join } from 'node:path'

export type Machine = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const THIS_MACHINE = (): Machine => ({ platform: process.platform, env: process.env, home: homedir() })

/** Returns the platform's folder for application data: XDG on Linux and others, Application Support, AppData. */
export function defaultDataDir({ platform, env, home }: Machine = THIS_MACHINE()): string {
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Tonscope')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tonscope')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'tonscope')
}
