import type { ThemeChoice } from '../settings/localSettings.ts'

/** The name of an icon of lucide. */
export type CommandIcon =
  | 'Binary'
  | 'Blocks'
  | 'BookOpen'
  | 'Coins'
  | 'Database'
  | 'Droplets'
  | 'FlaskConical'
  | 'House'
  | 'Images'
  | 'KeyRound'
  | 'Mail'
  | 'Monitor'
  | 'Moon'
  | 'Network'
  | 'Plug'
  | 'Send'
  | 'Server'
  | 'SlidersHorizontal'
  | 'Star'
  | 'Sun'
  | 'Wrench'

/** A page of the explorer, or a setting, that the search box opens by its name. */
export type Command = {
  readonly label: string
  readonly about: string
  readonly icon: CommandIcon
  /** Other words by which it is found, in lower case. */
  readonly words: readonly string[]
  /** True for pages of a devnet only. */
  readonly isDevnetOnly?: boolean
} & ({ readonly path: string } | { readonly theme: ThemeChoice })

const COMMANDS: readonly Command[] = [
  { label: 'Home', about: 'Page', icon: 'House', path: '/', words: ['start', 'pulse'] },
  { label: 'Blocks', about: 'Page', icon: 'Blocks', path: '/blocks', words: ['seqno', 'shards'] },
  { label: 'Tokens', about: 'Page', icon: 'Coins', path: '/tokens', words: ['jettons'] },
  { label: 'NFTs', about: 'Page', icon: 'Images', path: '/nfts', words: ['collections', 'items'] },
  { label: 'Watched accounts', about: 'Page', icon: 'Star', path: '/watched', words: ['favourites', 'star'] },
  {
    label: 'Names of accounts',
    about: 'Page: your names and notes',
    icon: 'BookOpen',
    path: '/labels',
    words: ['labels', 'notes', 'favourites', 'address book'],
  },
  { label: 'Latest transactions', about: 'Page', icon: 'Blocks', path: '/transactions', words: ['live'] },
  { label: 'Messages', about: 'Page', icon: 'Mail', path: '/messages', words: ['opcode'] },
  {
    label: 'Faucet',
    about: 'Page: get coins of the devnet',
    icon: 'Droplets',
    path: '/faucet',
    words: ['coins', 'give', 'top up'],
    isDevnetOnly: true,
  },
  {
    label: 'Devnet controls',
    about: 'Page: time, blocks, snapshots',
    icon: 'FlaskConical',
    path: '/controls',
    words: ['snapshot', 'time travel', 'reset', 'block interval'],
    isDevnetOnly: true,
  },
  {
    label: 'Configuration',
    about: 'Page: fees, limits, validators',
    icon: 'SlidersHorizontal',
    path: '/config',
    words: ['parameters', 'validators', 'gas prices', 'fees', 'config'],
  },
  {
    label: 'Cell inspector',
    about: 'Tool: open a bag of cells',
    icon: 'Binary',
    path: '/cell',
    words: ['boc', 'tlb', 'bag of cells'],
  },
  {
    label: 'Send a message',
    about: 'Tool: broadcast a signed message',
    icon: 'Send',
    path: '/send',
    words: ['broadcast', 'external', 'estimate fee'],
  },
  { label: 'Tools', about: 'Page', icon: 'Wrench', path: '/tools', words: ['get-method'] },
  {
    label: 'Index',
    about: 'Page: following, backfill, disk',
    icon: 'Database',
    path: '/index',
    words: ['backfill', 'coverage', 'disk', 'follow', 'import', 'export'],
  },
  {
    label: 'Networks',
    about: 'Page: add, rename, settings, hints',
    icon: 'Network',
    path: '/networks',
    words: ['mainnet', 'testnet', 'hints', 'settings', 'switch'],
  },
  { label: 'Liteservers', about: 'Page', icon: 'Server', path: '/liteservers', words: ['latency', 'pool'] },
  {
    label: 'API access',
    about: 'Page: keys and rates',
    icon: 'KeyRound',
    path: '/access',
    words: ['keys', 'rate limit', 'settings'],
  },
  {
    label: 'Point your SDK here',
    about: 'Page: examples for SDKs',
    icon: 'Plug',
    path: '/sdk',
    words: ['ton/ton', 'tonweb', 'curl', 'examples'],
  },
  { label: 'Dark theme', about: 'Setting', icon: 'Moon', theme: 'dark', words: ['dark mode', 'night'] },
  { label: 'Light theme', about: 'Setting', icon: 'Sun', theme: 'light', words: ['light mode', 'day'] },
  {
    label: 'System theme',
    about: 'Setting',
    icon: 'Monitor',
    theme: 'system',
    words: ['theme', 'automatic'],
  },
]

/** No shorter text names a command, so that single letters find accounts only. */
const MIN_LENGTH = 2

/** 0 for a command whose name begins with the text, 1 for one with a word that does; undefined for others. */
function rankOf({ label, words }: Command, text: string): number | undefined {
  const name = label.toLowerCase()
  if (name.startsWith(text)) return 0
  const parts = [...name.split(/\s+/), ...words, ...words.flatMap((word) => word.split(' '))]
  return parts.some((part) => part.startsWith(text)) ? 1 : undefined
}

/** Returns the commands that a text names by the beginning of a word, those whose own name begins so first. */
export function matchCommands(text: string, isDevnet: boolean): readonly Command[] {
  const wanted = text.trim().toLowerCase()
  if (wanted.length < MIN_LENGTH) return []
  return COMMANDS.filter(({ isDevnetOnly }) => isDevnet || !isDevnetOnly)
    .flatMap((command) => {
      const rank = rankOf(command, wanted)
      return rank === undefined ? [] : [{ command, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}
