import { Check } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import menu from '../components/Menu.module.css'
import type { ThemeChoice } from '../settings/localSettings.ts'
import { useTheme } from '../theme/themeContext.tsx'
import { THEMES, ThemeButton } from './ThemeButton.tsx'

/** The menu of themes, which is open at first. */
export function ThemeList() {
  const { choice, choose } = useTheme()
  return (
    // Not modal: a modal menu would add a style element, which the content security policy blocks.
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <ThemeButton />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.content} align="end" sideOffset={6}>
          <DropdownMenu.RadioGroup value={choice} onValueChange={(value) => choose(value as ThemeChoice)}>
            {THEMES.map(({ choice: value, label, Icon }) => (
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
