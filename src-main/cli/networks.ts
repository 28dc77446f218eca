import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { readConfigSource } from '../gateway/configSource.ts'
import { networkFolder } from '../gateway/networkChoice.ts'
import { findProject, publicConfigs } from '../gateway/project.ts'
import {
  type PublicConfigFolders,
  type PublicNetwork,
  parseServedConfig,
  readPublicConfig,
  writePublicConfig,
} from '../gateway/publicConfig.ts'
import { openTrustFile } from '../gateway/trustFile.ts'
import { type NetworkUpdate, updateNetwork } from '../gateway/updateNetwork.ts'
import { dataDirOf } from './arguments.ts'
import { readOptions } from './options.ts'
import { print, printMessage } from './print.ts'
import { provingLines } from './provingLines.ts'
import { UsageError } from './usageError.ts'

export const NETWORKS_USAGE = `tonscope networks update [mainnet|testnet] [--from URL|FILE] [--data-dir DIR]

                        fetches the official global config, of both networks unless one is named, adds
                        its liteservers, and starts trust at its init_block once that is proved from the
                        present one; used from the next start on
  --from URL|FILE       another source of the config; URLs are https but for this machine's
`

const OFFICIAL: Readonly<Record<PublicNetwork, string>> = {
  mainnet: 'https://ton.org/global.config.json',
  testnet: 'https://ton.org/testnet-global.config.json',
}
const OPTIONS = { from: { type: 'string' }, 'data-dir': { type: 'string' } } as const
const NETWORKS = Object.keys(OFFICIAL) as readonly PublicNetwork[]

/** Prints messages beside the results, to stderr. */
const LOG = {
  info() {},
  warn: (...texts: readonly unknown[]) => printMessage(`tonscope: ${texts.at(-1)}`),
}

/**
 * Updates the configs of public networks in a data directory. Returns 1 if an official anchor was not proved or a
 * config could not be read.
 * @param builtIn folder of the configs that come with the program
 */
export async function networksCommand(
  args: readonly string[],
  builtIn: string = publicConfigs(findProject()),
): Promise<number> {
  const [command, ...rest] = args
  if (command !== 'update') throw new UsageError('networks takes update')
  const { values, positionals } = readOptions('networks update', rest, OPTIONS)
  const [name, extra] = positionals
  if (extra !== undefined) throw new UsageError(`networks update does not take '${extra}'`)
  const named = NETWORKS.find((network) => network === name)
  if (name !== undefined && !named) throw new UsageError(`networks update takes ${NETWORKS.join(' or ')}`)
  if (values.from !== undefined && !named) throw new UsageError('--from needs mainnet or testnet')
  const places = { builtIn, dataDir: dataDirOf(values['data-dir']) }
  let code = 0
  for (const network of named ? [named] : NETWORKS) {
    try {
      if (!(await updateOne(network, values.from ?? OFFICIAL[network], places))) code = 1
    } catch (error) {
      // The other network is updated nevertheless.
      printMessage(`${network}: ${messageOf(error)}`)
      code = 1
    }
  }
  return code
}

/** Returns false if the official anchor was not proved. */
async function updateOne(
  network: PublicNetwork,
  source: string,
  places: PublicConfigFolders,
): Promise<boolean> {
  const present = await readPublicConfig(network, places, LOG)
  const official = parseServedConfig(await readConfigSource(source), source)
  const folder = join(places.dataDir, networkFolder({ kind: network }))
  const update = await updateNetwork(present, official, {
    trustStore: openTrustFile(folder, present, LOG),
    onProving: provingLines((line) => printMessage(`${network}: ${line}`)),
  })
  const { config, keyBlock } = update
  await writePublicConfig(network, places, config)
  if (keyBlock && keyBlock.seqno > config.initBlock.seqno) {
    const trustFile = openTrustFile(folder, config, LOG)
    trustFile.save(keyBlock)
    trustFile.close()
  }
  const [servers, anchor] = resultLines(update, present.initBlock.seqno, official.initBlock.seqno)
  print(`${network}: ${servers}`)
  print(`${network}: ${anchor}`)
  return update.anchor.kind !== 'unproved'
}

function resultLines(
  { config, added, anchor }: NetworkUpdate,
  present: number,
  official: number,
): readonly [servers: string, anchor: string] {
  const all = config.liteservers.length
  const servers = `${added === 1 ? '1 liteserver' : `${added} liteservers`} added, ${all} in all`
  switch (anchor.kind) {
    case 'replaced':
      return [servers, `trust starts at key block ${official}, proved from ${present}`]
    case 'current':
      return [servers, `trust starts at key block ${present} as before; the official one is ${official}`]
    case 'unproved':
      return [
        servers,
        `trust starts at key block ${present} as before; the official one, ${official}, is not proved: ${anchor.reason}`,
      ]
  }
}
