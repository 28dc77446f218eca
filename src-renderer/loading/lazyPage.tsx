import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageNotLoaded } from './PageNotLoaded.tsx'
import { reloadGuard } from './reloadGuard.ts'

/**
 * Returns a route component that is loaded on first use, or `PageNotLoaded` if its script cannot be loaded. The
 * router's own handling reloads the window even if the gateway does not answer, and never a second time in a session.
 * @param load imports the module of the page
 * @param name its export
 */
export function lazyPage<
  Module extends Readonly<Record<string, unknown>>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    try {
      const module = await load()
      reloadGuard.loaded(name)
      // Not in the signature: the compiler would need the types of all pages for the routes that they refer
      // to.
      return { Page: module[name] as ComponentType }
    } catch (error) {
      return { Page: () => <PageNotLoaded page={name} error={error} /> }
    }
  }, 'Page')
}
