import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Cable,
  CircleAlert,
  Cog,
  Coins,
  Cpu,
  Droplets,
  FileCode,
  Globe,
  Image,
  Landmark,
  type LucideIcon,
  Send,
  Users,
  X,
} from 'lucide-react'
import type { Fault } from '../actionResult.ts'
import type { ActionKind } from '../describe/actionLine.ts'
import { KIND_WORDS } from '../kindWords.ts'
import styles from './ActionIcon.module.css'

const ICONS: Readonly<Record<ActionKind, LucideIcon>> = {
  transfer: Send,
  swap: ArrowLeftRight,
  liquidity: Droplets,
  staking: Coins,
  nft: Image,
  domain: Globe,
  lending: Landmark,
  wallet: Users,
  bridge: Cable,
  compute: Cpu,
  contract: FileCode,
  system: Cog,
}

const WAYS = { in: ArrowDownLeft, out: ArrowUpRight } as const

const FAULTS = { bad: { Icon: X, word: 'Failed' }, partly: { Icon: CircleAlert, word: 'Partly' } } as const

type ActionIconProps = {
  readonly kind: ActionKind
  readonly fault: Fault | undefined
  /** The direction of a transfer, as seen from the account of the page. */
  readonly direction?: 'in' | 'out' | undefined
}

/** The icon of an action: its kind, its direction, or a failure. */
export function ActionIcon({ kind, fault, direction }: ActionIconProps) {
  const way = kind === 'transfer' ? direction : undefined
  const { Icon, word } = fault
    ? FAULTS[fault.kind]
    : way === undefined
      ? { Icon: ICONS[kind], word: KIND_WORDS[kind].one }
      : { Icon: WAYS[way], word: way === 'in' ? 'Incoming' : 'Outgoing' }
  return (
    <span className={styles.icon} data-kind={fault?.kind ?? way ?? kind} title={word}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
