/** The parts of Swagger UI that the API reference uses. The published types are those of version 3. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** The parts of an Immutable.js list or map that the filter reads. */
  export type ImmutableOperation = {
    get(key: 'path' | 'method'): string
    getIn(path: readonly string[]): unknown
  }
  export type ImmutableList<Item> = {
    filter(keep: (item: Item) => boolean): ImmutableList<Item>
    readonly size: number
  }
  export type ImmutableTag = {
    get(key: 'operations'): ImmutableList<ImmutableOperation>
    set(key: 'operations', operations: ImmutableList<ImmutableOperation>): ImmutableTag
  }
  export type ImmutableTags = {
    map(change: (tag: ImmutableTag) => ImmutableTag): ImmutableTags
    filter(keep: (tag: ImmutableTag) => boolean): ImmutableTags
  }

  /** A request before it is sent. */
  export type SwaggerRequest = {
    url: string
    credentials?: RequestCredentials
    headers: Record<string, string>
  }

  export type SwaggerUi = {
    preauthorizeApiKey(scheme: string, key: string): void
  }

  type Action = (payload: never) => unknown

  /** A part of the page, as a React component of Swagger UI's own React. */
  export type SwaggerComponent = (props: Readonly<Record<string, unknown>>) => unknown

  type SwaggerSystem = {
    readonly React: {
      createElement(type: unknown, props: object | null, ...children: unknown[]): unknown
    }
  }

  export type SwaggerPlugin = (system: SwaggerSystem) => {
    readonly wrapComponents?: Readonly<Record<string, (original: SwaggerComponent) => SwaggerComponent>>
    readonly fn?: { opsFilter(tags: ImmutableTags, phrase: string): ImmutableTags }
    readonly statePlugins?: Readonly<
      Record<
        string,
        { readonly wrapActions: Readonly<Record<string, (original: Action) => (payload: never) => unknown>> }
      >
    >
  }

  export type SwaggerOptions = {
    readonly domNode: HTMLElement
    /** An OpenAPI document. */
    readonly spec: object
    readonly deepLinking?: boolean
    readonly defaultModelsExpandDepth?: number
    readonly displayRequestDuration?: boolean
    readonly docExpansion?: 'list' | 'full' | 'none'
    readonly filter?: boolean
    readonly syntaxHighlight?: {
      readonly theme: 'agate' | 'arta' | 'monokai' | 'nord' | 'obsidian' | 'tomorrow-night' | 'idea'
    }
    readonly tryItOutEnabled?: boolean
    /** Null, so that no document is sent to a validator on the internet. */
    readonly validatorUrl?: null
    readonly plugins?: readonly SwaggerPlugin[]
    readonly requestInterceptor?: (request: SwaggerRequest) => SwaggerRequest
    readonly onComplete?: () => void
  }

  const SwaggerUIBundle: (options: SwaggerOptions) => SwaggerUi
  // biome-ignore lint/style/noDefaultExport: the package has this one.
  export default SwaggerUIBundle
}
