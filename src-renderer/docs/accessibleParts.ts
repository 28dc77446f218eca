import type { SwaggerComponent, SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/**
 * Swagger UI's parts that axe reports, in accessible forms: the path in an operation's button is no link (the
 * button sets the URL itself), the menu of examples has a label, and what is outside of `main` is in a named region.
 */
export const accessibleParts: SwaggerPlugin = ({ React: { createElement } }) => {
  const PlainText: SwaggerComponent = ({ text }) => createElement('span', null, text)
  const inRegion =
    (label: string) => (Original: SwaggerComponent) => (props: Readonly<Record<string, unknown>>) =>
      createElement('section', { 'aria-label': label }, createElement(Original, props))
  return {
    wrapComponents: {
      OperationSummaryPath: (Original) => (props) => {
        const getComponent = props.getComponent as (name: string, ...rest: unknown[]) => unknown
        return createElement(Original, {
          ...props,
          getComponent: (name: string, ...rest: unknown[]) =>
            name === 'DeepLink' ? PlainText : getComponent(name, ...rest),
        })
      },
      InfoContainer: inRegion('About this API'),
      FilterContainer: inRegion('Filter'),
      ExamplesSelect: (Original) => (props) =>
        createElement(
          'label',
          null,
          createElement('span', { className: 'hidden-label' }, 'Example'),
          createElement(Original, props),
        ),
    },
  }
}
