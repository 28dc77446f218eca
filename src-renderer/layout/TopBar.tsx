import { NetworkMenu } from './networks/NetworkMenu.tsx'
import { SearchField } from './SearchField.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import styles from './TopBar.module.css'

export function TopBar() {
  return (
    <header className={styles.bar}>
      <SearchField />
      <div className={styles.tools}>
        <NetworkMenu />
        <ThemeMenu />
        <ShortcutsHelp />
      </div>
    </header>
  )
}
