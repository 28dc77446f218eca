import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Cable,
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

type ActionIconProps = {
  readonly kind: ActionKind
  readonly failed: boolean
  /** The direction of a transfer, as seen from the account of the page. */
  readonly direction?: 'in' | 'out' | undefined
}

/** The icon of an action: its kind, its direction, or a failure. */
export function ActionIcon({ kind, failed, direction }: ActionIconProps) {
  const way = kind === 'transfer' ? direction : undefined
  const Icon = failed ? X : way === undefined ? ICONS[kind] : WAYS[way]
  const word = failed
    ? 'Failed'
    : way === 'in'
      ? 'Incoming'
      : way === 'out'
        ? 'Outgoing'
        : KIND_WORDS[kind].one
  return (
    <span className={styles.icon} data-kind={failed ? 'failed' : (way ?? kind)} title={word}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
