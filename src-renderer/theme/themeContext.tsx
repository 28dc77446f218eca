import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { sendTheme } from '../desktop/sendTheme.ts'
import { readTheme, type ThemeChoice, writeTheme } from '../settings/localSettings.ts'

type Theme = { readonly choice: ThemeChoice; readonly choose: (choice: ThemeChoice) => void }

const ThemeContext = createContext<Theme | undefined>(undefined)

/** Sets `data-theme` of the document to the user's choice. Without the attribute the system's theme applies. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [choice, setChoice] = useState(readTheme)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (choice === 'system') delete dataset.theme
    else dataset.theme = choice
  }, [choice])
  // The shell does not store the theme: it needs the stored choice at the start too.
  useEffect(() => sendTheme(choice), [choice])
  const theme = useMemo(
    () => ({
      choice,
      choose: (next: ThemeChoice) => {
        writeTheme(next)
        setChoice(next)
      },
    }),
    [choice],
  )
  return <ThemeContext value={theme}>{children}</ThemeContext>
}

export function useTheme(): Theme {
  const theme = useContext(ThemeContext)
  if (!theme) throw new Error('useTheme outside ThemeProvider')
  return theme
}
