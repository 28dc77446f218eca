import { z } from 'zod'
import { PLAIN_NAME } from '../plainName.ts'
import { RESERVED_NAMES } from '../reservedNames.ts'

/**
 * `/api/tonscope/networks`: the networks of the program, the same below every base address. Answers have no envelope.
 * Reading follows the rules of the other paths of `/api/tonscope/`; only programs and pages of this machine can change
 * networks.
 */

export const NETWORKS_PATH = '/api/tonscope/networks'

/** The first segment of the network's base address. */
const networkName = z
  .string()
  .regex(
    PLAIN_NAME,
    'a name has lower-case letters, digits and hyphens, at most 32, and begins with a letter or digit',
  )

/** The name of a network that a user adds. */
const freeName = networkName.refine(
  (name) => !RESERVED_NAMES.has(name),
  'the explorer or the API has a page of this name',
)

const networkTitle = z.string().trim().min(1).max(40)

const networkStart = z.enum(['always', 'on-demand', 'never'])
/** When a network starts: with the program, at its first request, or only by a command. */
export type NetworkStart = z.infer<typeof networkStart>

export const networkEntry = z.strictObject({
  name: networkName,
  title: networkTitle,
  kind: z.enum(['mainnet', 'testnet', 'devnet', 'sample', 'archive', 'custom']),
  base: z.string().meta({ description: 'Of its addresses: empty for the default network, otherwise /NAME' }),
  start: networkStart.meta({ description: 'Always for the networks that the program was started with' }),
  start_fixed: z.boolean().meta({ description: 'Whether the command line decides when it starts' }),
  state: z.enum(['asleep', 'starting', 'running', 'failed']),
  progress: z.string().nullable().meta({ description: 'While it starts' }),
  error: z.string().nullable().meta({ description: 'Why it failed' }),
  head: z.strictObject({ seqno: z.int(), utime: z.int() }).nullable(),
  source: z
    .enum(['file', 'url', 'paste'])
    .nullable()
    .meta({ description: 'Of the config that a user added' }),
  removable: z.boolean(),
})
/** A network: its address, when it starts, and its state. */
export type NetworkEntry = z.infer<typeof networkEntry>

export const networksSchema = z
  .strictObject({ default: networkName, networks: z.array(networkEntry) })
  .meta({ id: 'tonscope.networks' })
/** The answer of `GET`: all networks, the default first. */
export type Networks = z.infer<typeof networksSchema>

const named = { name: freeName, title: networkTitle.optional() }

/**
 * `POST`: the global config as JSON text, the URL from which it is fetched, or its path on this machine. The config is
 * copied: later changes of the file, or behind the URL, are not read.
 */
export const newNetwork = z.union([
  z.strictObject({ ...named, config: z.string() }),
  z.strictObject({ ...named, url: z.string() }),
  z.strictObject({ ...named, file: z.string() }),
])
/** The body of `POST`. */
export type NewNetwork = z.infer<typeof newNetwork>

/** `PATCH /NAME`. Absent fields stay unchanged; the name stays for ever, since keys, clients and data have it. */
export const networkChange = z.strictObject({
  title: networkTitle.optional(),
  start: networkStart.optional(),
})
/** The body of `PATCH /NAME`. */
export type NetworkChange = z.infer<typeof networkChange>
