import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { base } from '../../api/base.ts'
import { useNetworkState } from '../../api/network.tsx'
import { usePresentNetwork } from '../../api/networks.ts'
import { useIsLate } from '../../hooks/useIsLate.ts'
import styles from '../TopBar.module.css'

/** A network that runs has answered by then, ms. */
export const START_MS = 500

const KIND_NAMES = {
  sample: 'Sample',
  archive: 'Archive',
  custom: 'Custom',
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  devnet: 'Devnet',
} as const

/** Returns the name of the page's network. Before the network answers, the list of networks has it. */
function useNetworkName(): string {
  const { network } = useNetworkState()
  const isLate = useIsLate(START_MS)
  // A network that is known keeps its title, but for a change on its page, which reads the list again.
  const isKnown = network !== undefined
  const entry = usePresentNetwork({ enabled: isKnown ? network.kind === 'custom' : isLate, live: !isKnown })
  if (entry && (!network || network.kind === 'custom')) return entry.title
  if (!network) return base.path.slice(1) || 'Network'
  const kind = KIND_NAMES[network.kind]
  const named = network.kind === 'archive' || network.kind === 'custom'
  return named ? network.name.split('/').at(-1) || kind : kind
}

/** The button of the network menu, with the name of the page's network. */
export function NetworkButton(props: ComponentProps<'button'>) {
  const { network } = useNetworkState()
  const name = useNetworkName()
  return (
    <button
      type="button"
      className={styles.network}
      data-main={network?.kind === 'mainnet' ? '' : undefined}
      title={`Network: ${network?.name ?? name}`}
      {...props}
    >
      <span className="visually-hidden">Network: </span>
      <span className={styles.networkName}>{name}</span>
      <ChevronDown aria-hidden="true" size={14} strokeWidth={1.75} />
    </button>
  )
}
