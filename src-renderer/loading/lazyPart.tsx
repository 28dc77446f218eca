import { type ComponentType, lazy } from 'react'
import { missingParts } from './missingParts.ts'

/**
 * Returns a component that is loaded on first use. If its script cannot be loaded, `Substitute` is shown in its place
 * and the layout offers a reload: an automatic one could lose what was entered on the page.
 * @param load imports the module of the component
 * @param name its export
 */
export function lazyPart<Props extends object, Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  Substitute: ComponentType,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const { [name]: Part } = await load()
      return { default: Part }
    } catch (error) {
      console.warn(`${name} could not be loaded:`, error)
      missingParts.report(name)
      return { default: () => <Substitute /> }
    }
  })
}
