import { lazy, Suspense, useState } from 'react'
import { ThemeButton } from './ThemeButton.tsx'

/** Menus are a third of the first script's size: this one is loaded when it is opened. */
const ThemeList = lazy(async () => {
  const { ThemeList } = await import('./ThemeList.tsx')
  return { default: ThemeList }
})

export function ThemeMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const button = <ThemeButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ThemeList />
    </Suspense>
  )
}
