import { Check, Monitor, Moon, Sun } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import menu from '../components/Menu.module.css'
import type { ThemeChoice } from '../settings/localSettings.ts'
import { useTheme } from '../theme/themeContext.tsx'
import styles from './TopBar.module.css'

const CHOICES: readonly { choice: ThemeChoice; label: string; Icon: typeof Sun }[] = [
  { choice: 'system', label: 'As the system', Icon: Monitor },
  { choice: 'light', label: 'Light', Icon: Sun },
  { choice: 'dark', label: 'Dark', Icon: Moon },
]

export function ThemeMenu() {
  const { choice, choose } = useTheme()
  const Current = CHOICES.find((item) => item.choice === choice)?.Icon ?? Monitor
  return (
    // Not modal: a modal menu would add a style element, which our content security policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles.iconButton} aria-label="Theme" title="Theme">
        <Current aria-hidden="true" size={18} strokeWidth={1.75} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.content} align="end" sideOffset={6}>
          <DropdownMenu.RadioGroup value={choice} onValueChange={(value) => choose(value as ThemeChoice)}>
            {CHOICES.map(({ choice: value, label, Icon }) => (
              <DropdownMenu.RadioItem key={value} value={value} className={menu.item}>
                <Icon aria-hidden="true" size={16} strokeWidth={1.75} />
                {label}
                <DropdownMenu.ItemIndicator className={menu.indicator}>
                  <Check aria-hidden="true" size={14} strokeWidth={2} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
