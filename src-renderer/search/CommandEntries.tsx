import {
  Binary,
  Blocks,
  BookOpen,
  Coins,
  Database,
  Droplets,
  FlaskConical,
  House,
  Images,
  KeyRound,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Network,
  Plug,
  Send,
  Server,
  SlidersHorizontal,
  Star,
  Sun,
  Wrench,
} from 'lucide-react'
import type { RecentSearch } from '../settings/localSettings.ts'
import { useTheme } from '../theme/themeContext.tsx'
import type { Command, CommandIcon } from './commands.ts'
import { ActionEntry, SearchEntry } from './SearchEntry.tsx'

const ICONS: Readonly<Record<CommandIcon, LucideIcon>> = {
  Binary,
  Blocks,
  BookOpen,
  Coins,
  Database,
  Droplets,
  FlaskConical,
  House,
  Images,
  KeyRound,
  Mail,
  Monitor,
  Moon,
  Network,
  Plug,
  Send,
  Server,
  SlidersHorizontal,
  Star,
  Sun,
  Wrench,
}

type CommandEntriesProps = {
  readonly commands: readonly Command[]
  readonly query: string
  readonly onChoose: (search: RecentSearch) => void
  /** Called after a setting was changed, which opens no page. */
  readonly onDone: () => void
}

/** Pages and settings that the query names. */
export function CommandEntries({ commands, query, onChoose, onDone }: CommandEntriesProps) {
  const theme = useTheme()
  return commands.map((command) => {
    const { label, about, icon } = command
    const Icon = ICONS[icon]
    if ('path' in command) {
      return (
        <SearchEntry
          key={label}
          Icon={Icon}
          search={{ text: query, label, path: command.path }}
          detail={about}
          onChoose={onChoose}
        />
      )
    }
    return (
      <ActionEntry
        key={label}
        Icon={Icon}
        value={`theme ${command.theme}`}
        title={label}
        detail={about}
        onSelect={() => {
          theme.choose(command.theme)
          onDone()
        }}
      />
    )
  })
}
