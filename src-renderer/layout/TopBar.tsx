import { Link } from '@tanstack/react-router'
import { useNetworkState } from '../api/network.tsx'
import { SearchField } from './SearchField.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import styles from './TopBar.module.css'

const KIND_NAMES = {
  sample: 'Sample',
  archive: 'Archive',
  custom: 'Custom',
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  devnet: 'Devnet',
} as const

function NetworkName() {
  const { network } = useNetworkState()
  if (!network) return null
  const kind = KIND_NAMES[network.kind]
  const named = network.kind === 'archive' || network.kind === 'custom'
  return (
    <Link
      to="/liteservers"
      className={styles.network}
      data-main={network.kind === 'mainnet' ? '' : undefined}
      title={`${network.name}: state of the liteservers`}
    >
      {named ? network.name.split('/').at(-1) || kind : kind}
    </Link>
  )
}

export function TopBar() {
  return (
    <header className={styles.bar}>
      <SearchField />
      <div className={styles.tools}>
        <NetworkName />
        <ThemeMenu />
        <ShortcutsHelp />
      </div>
    </header>
  )
}
