import { Monitor, Moon, Sun } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ThemeChoice } from '../settings/localSettings.ts'
import { useTheme } from '../theme/themeContext.tsx'
import styles from './TopBar.module.css'

export const THEMES: readonly { choice: ThemeChoice; label: string; Icon: typeof Sun }[] = [
  { choice: 'system', label: 'System', Icon: Monitor },
  { choice: 'light', label: 'Light', Icon: Sun },
  { choice: 'dark', label: 'Dark', Icon: Moon },
]

/** The button of the theme menu, with the icon of the theme in use. */
export function ThemeButton(props: ComponentProps<'button'>) {
  const { choice } = useTheme()
  const Current = THEMES.find((item) => item.choice === choice)?.Icon ?? Monitor
  return (
    <button type="button" className={styles.iconButton} aria-label="Theme" title="Theme" {...props}>
      <Current aria-hidden="true" size={18} strokeWidth={1.75} />
    </button>
  )
}
