import { PLAIN_NAME } from '#shared/plainName.ts'
import { RESERVED_NAMES } from '#shared/reservedNames.ts'

/** Returns what is wrong with the name of a new network; undefined for a valid one. */
export function networkNameFault(name: string, taken: readonly string[]): string | undefined {
  if (!PLAIN_NAME.test(name))
    return 'Lower-case letters, digits and hyphens, at most 32, a letter or digit first'
  if (RESERVED_NAMES.has(name)) return 'The explorer or the API has a page of this name'
  return taken.includes(name) ? `There is a network ${name} already` : undefined
}

/** Returns what is wrong with the text of a global config, as far as the text alone shows it. */
export function configFault(text: string): string | undefined {
  let config: unknown
  try {
    config = JSON.parse(text)
  } catch (error) {
    return `Not JSON: ${(error as Error).message}`
  }
  const { liteservers } = (config ?? {}) as { liteservers?: unknown }
  if (!Array.isArray(liteservers) || liteservers.length === 0)
    return 'A global config has liteservers; this has none'
  return undefined
}

/** Returns what is wrong with the URL of a global config. */
export function configUrlFault(text: string): string | undefined {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isWeb ? undefined : 'A URL begins with https:// or http://'
}
